/** Why what is posted can no longer be corrected or voided, as a refusal code: one rule for its row, its page and its form. */
export const lockReason = (record: { locked_because?: string | null; closed_period: string | null }): string | null =>
  record.locked_because ?? record.closed_period
