/** What a seat's claims amount to on one key, at one moment (H8). Times are Slack timestamps: they name the line. */
export interface BoardClaim {
  state: 'accepted' | 'working' | 'done' | 'released' | 'handed-back';
  seat: string;
  /** The line that began the present hold. */
  claimedAt: string;
  /** Milliseconds UTC; moves no bound. */
  until: number | null;
  link: string | null;
}

/** State, claimed-at and until of the board's row (H5); '' where nobody ever claimed. */
export type Fingerprint = string;

/** The fingerprint that a sender snapshots, and that tells this round's done from last week's (H5, H8). Pure. */
export function fingerprint(claim: BoardClaim | null): Fingerprint {
  return claim ? `${claim.state}|${claim.claimedAt}|${claim.until ?? ''}` : '';
}
