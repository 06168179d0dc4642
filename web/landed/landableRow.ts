export type BilingualName = { name: string; name_en: string | null }
/** A row of a bill whose cost goods may bear. */
export type LandableRow = BilingualName & { line_number: number; amount: number; left: number }
