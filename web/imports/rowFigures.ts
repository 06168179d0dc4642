/** The counts of the rows of an import, in the order of the screen. */
export const rowFigures = ['rows_total', 'rows_new', 'rows_changed', 'rows_skipped', 'rows_refused'] as const
