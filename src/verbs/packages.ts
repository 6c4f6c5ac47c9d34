import type { Liveness, PackageView } from '../ledger/index.js';
import { nearest } from '../messages/parse/index.js';
import { livenessOf } from '../packages/index.js';
import { notFound, refused, type VerbContext, type VerbResult } from './context.js';

/** A package, and whether the process of its claim lives; null where nobody claims it. */
export interface PackageNow {
  view: PackageView;
  liveness: Liveness | null;
}

export const isPackageKey = (typed: string): boolean => /^package:/i.test(typed.trim());

/** Finds the one work package that a person's words mean, or says in a sentence why none is (U6). */
export async function findPackage(ctx: VerbContext, typed: string): Promise<VerbResult<PackageNow>> {
  const match = await ctx.ledger.packages.match(typed);
  if ('ambiguous' in match) {
    return refused(`"${typed}" means more than one work package; write one of ${match.ambiguous.join(', ')}.`);
  }
  const near = 'nearest' in match ? nearest(typed.replace(/^package:/i, ''), match.nearest) : null;
  const hint = near ? ` Did you mean package:${near}?` : ' `owed package list` lists them.';
  if ('nearest' in match) return notFound(`There is no work package "${typed}".${hint}`);
  const view = await ctx.ledger.packages.view(match.found);
  return view ? { ok: true, value: now(ctx, view) } : notFound(`There is no work package "${typed}".`);
}

const now = (ctx: VerbContext, view: PackageView): PackageNow => ({ view, liveness: livenessOf(view, ctx.now()) });

/** Packages that somebody may be at work on, those the longest in their state first. */
export async function packagesUnderWay(
  ctx: VerbContext,
  limit: number,
): Promise<{ shown: PackageNow[]; more: number }> {
  const views = await ctx.ledger.packages.list({ underWay: true, limit });
  const all = views.length < limit ? views.length : await ctx.ledger.packages.countUnderWay();
  return { shown: views.map((view) => now(ctx, view)), more: all - views.length };
}

export async function listPackages(ctx: VerbContext, mission?: string): Promise<PackageNow[]> {
  const views = await ctx.ledger.packages.list(mission === undefined ? {} : { mission });
  return views.map((view) => now(ctx, view));
}
