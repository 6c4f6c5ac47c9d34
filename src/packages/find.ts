import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** One mission's folder: what is in it, by path. */
export interface MissionFiles {
  /** The folder's own name. */
  mission: string;
  dir: string;
  /** The packages' files, with their ids: the part of the name before its first `-`, `_` or `.`. */
  packages: { id: string; path: string }[];
  /** Reviews that were written into files of their own, with the package whose folder they are in. */
  reviews: { id: string; path: string }[];
}

const PACKAGE = /^(WP[A-Za-z]*\d+[A-Za-z]?)(?:[-_. ].*)?\.md$/i;
const REVIEWED = /^(WP[A-Za-z]*\d+[A-Za-z]?)(?:[-_ ].*)?$/i;
const REVIEW = /^review[-_].*\.md$/i;
const SKIPPED = new Set(['node_modules', '.git', '.worktrees']);
const DEPTH = 4;

function entries(dir: string): Dirent[] {
  return readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The missions in a folder, or the one mission that it is itself (W6). @throws when the folder cannot be read. */
export function findMissions(dir: string, depth = DEPTH): MissionFiles[] {
  const inside = entries(dir);
  if (isMission(inside)) return [missionFiles(dir, inside)];
  if (depth === 0) return [];
  return inside
    .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
    .flatMap((entry) => findMissions(join(dir, entry.name), depth - 1));
}

function isMission(inside: readonly Dirent[]): boolean {
  const names = new Set(inside.map((entry) => entry.name));
  return names.has('status.events.jsonl') || names.has('tasks') || names.has('meta.json');
}

function missionFiles(dir: string, inside: readonly Dirent[]): MissionFiles {
  const found: MissionFiles = { mission: basename(dir), dir, packages: [], reviews: [] };
  if (inside.some((entry) => entry.name === 'tasks' && entry.isDirectory())) walk(join(dir, 'tasks'), null, found);
  // Of two files of one package the first counts: an older tool moved them between folders of their lanes.
  const seen = new Set<string>();
  found.packages = found.packages.filter(({ id }) => !seen.has(id) && seen.add(id));
  return found;
}

function walk(dir: string, owner: string | null, found: MissionFiles): void {
  for (const entry of entries(dir)) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) walk(path, REVIEWED.exec(entry.name)?.[1]?.toUpperCase() ?? owner, found);
    else if (owner !== null && REVIEW.test(entry.name)) found.reviews.push({ id: owner, path });
    else {
      const id = PACKAGE.exec(entry.name)?.[1];
      if (id !== undefined) found.packages.push({ id: id.toUpperCase(), path });
    }
  }
}
