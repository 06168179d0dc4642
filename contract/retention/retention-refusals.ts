/** Refusals of what the payer keeps of a document, with their status. */
export const retentionRefusals = {
  exceeds_due: 422,
  note_exceeds_due: 422,
  has_releases: 422,
  retention_without_percent: 422,
  retention_without_basis: 422,
  retention_exceeds_open: 422,
  release_before_document: 422,
  release_exceeds_retained: 422,
  release_taken_back: 422,
  release_settled: 422,
  nothing_retained: 422,
} as const
