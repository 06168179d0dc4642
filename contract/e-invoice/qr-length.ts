/** Security features implementation standard 4.1. The rule sheets allow 1,000. */
export const longestQr = 700

/**
 * The characters of the code of a simplified document: nine fields of tag, length and value in base64. VAT number, time, hash,
 * signature, key and the authority's signature have a longest size; names and amounts differ.
 */
export function qrLength(seller: string, payable: string, tax_sar: string): number {
  const fixed = 15 + '2026-01-31T23:59:59'.length + 44 + 96 + 88 + 72
  const bytes = 9 * 2 + fixed + new TextEncoder().encode(seller).length + payable.length + tax_sar.length
  return Math.ceil(bytes / 3) * 4
}
