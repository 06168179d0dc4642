export type Named = { name: string; name_en: string | null }
/** A row of a bill whose cost goods may bear. */
export type LandableRow = Named & { line_number: number; amount: number }
