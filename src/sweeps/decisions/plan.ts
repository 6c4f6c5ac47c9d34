import type { DriveCandidate } from '../../ledger/index.js';

/** A queued row whose holder is to be told, or one that is left alone, by name and with the reason (D4, D9). */
export interface DrivePlan {
  drive: { id: string; holder: string }[];
  skipped: { id: string; why: string }[];
}

/**
 * What queued decisions call for: whoever holds the task now is told, once per holder and round. Blocked and unknown rows are
 * never driven, whoever hands them in. Pure.
 */
export function planDrives(rows: readonly DriveCandidate[]): DrivePlan {
  const plan: DrivePlan = { drive: [], skipped: [] };
  for (const { id, facts, holder, told } of rows) {
    if (!facts.driven) plan.skipped.push({ id, why: facts.skipped ?? 'it is applied, or not decided' });
    else if (told) plan.skipped.push({ id, why: `${holder} was told in this round` });
    else plan.drive.push({ id, holder });
  }
  return plan;
}
