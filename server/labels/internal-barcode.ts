// Trade numbers that begin with 2 are never given to goods of the world: an organization uses them inside.
type Owner = { product_id: number; product_unit_id: number | null }

/** Numbers for a product's own unit begin with an even second digit, those of a further unit with an odd one. */
const second = { own: '02468', further: '13579' }

/** The barcodes that may be given to a product or one of its units, in the order of preference: each is of no other. */
export function internalBarcodes({ product_id, product_unit_id }: Owner): string[] {
  const body = String(product_unit_id ?? product_id).padStart(10, '0')
  return [...(product_unit_id === null ? second.own : second.further)].map((digit) =>
    withCheckDigit(`2${digit}${body}`),
  )
}

/** Twelve digits with the thirteenth: from the right every second one counts three times. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
