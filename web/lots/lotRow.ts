import { foldDigits } from '#contract/fields/clean-text.ts'
import type { SentLot } from '#contract/fields/lot-rows.ts'
import { type Decimal, decimal, parseDecimal, sum, text, zero } from '#ledger/money.ts'

/** A batch or a serial number as a form holds it. */
export type LotRow = { number: string; expires_on: string; quantity: string }
/** One that is there. */
export type LotChoice = { number: string; expires_on: string | null; quantity: number }
type StoredLot = { number: string; expires_on?: string | null; quantity?: number | string | null }
/** One that was scanned. */
export type ScannedLot = { number: string; expires_on: string | null; is_serial: boolean }

export const storedLotRows = (lots: readonly StoredLot[] | null | undefined): LotRow[] =>
  (lots ?? []).map(({ number, expires_on, quantity }) => ({
    number,
    expires_on: expires_on ?? '',
    quantity: String(quantity ?? ''),
  }))

/** The number of a lot as it is stored, whatever digits it was typed in. */
export const lotNumberOf = (typed: string): string => foldDigits(typed).trim()

/** What is sent of them; a line without a number says nothing. */
export const sentLots = (lots: readonly LotRow[] | undefined): SentLot[] =>
  (lots ?? [])
    .filter(({ number }) => number.trim() !== '')
    .map(({ number, expires_on, quantity }) => ({
      number: lotNumberOf(number),
      ...(expires_on !== '' && { expires_on }),
      ...(quantity.trim() !== '' && { quantity }),
    }))

/** What is proposed to leave: batches that have not expired on the day, what expires first before others. */
export function proposedLots(choices: readonly LotChoice[], quantity: string, date: string): LotRow[] {
  let missing: Decimal = decimal(parseDecimal(quantity) ?? '0')
  return choices
    .filter(({ expires_on }) => expires_on === null || expires_on >= date)
    .flatMap(({ number, expires_on, quantity: held }) => {
      const part = missing.lt(held) ? missing : decimal(held)
      if (part.lte(zero)) return []
      missing = missing.minus(part)
      return [{ number, expires_on: expires_on ?? '', quantity: text(part) }]
    })
}

/** One piece more of a batch, or a serial number that is not there yet. Null where the same piece was scanned before. */
export function withScannedLot(
  lots: readonly LotRow[],
  { number, expires_on, is_serial }: ScannedLot,
): LotRow[] | null {
  const place = lots.findIndex((lot) => lotNumberOf(lot.number) === number)
  if (place < 0) return [...lots, { number, expires_on: expires_on ?? '', quantity: '1' }]
  if (is_serial) return null
  return lots.map((lot, index) =>
    index === place ? { ...lot, quantity: text(decimal(parseDecimal(lot.quantity) ?? '0').plus(1)) } : lot,
  )
}

/** Whether a serial number is on one of the rows already. */
export const isScannedTwice = (rows: readonly { lots?: readonly LotRow[] }[], lot: ScannedLot | null): boolean =>
  lot?.is_serial === true && rows.some(({ lots }) => lots?.some(({ number }) => lotNumberOf(number) === lot.number))

/** Serial numbers of a text, one on each line or behind a separator, each once. */
export const serialsOf = (typed: string): LotRow[] =>
  [...new Set(typed.split(/[\n\t;]+/).map(lotNumberOf))]
    .filter((number) => number !== '')
    .map((number) => ({ number, expires_on: '', quantity: '1' }))

/** What was counted of a product, by its lots; as it was typed while a quantity is missing. */
export const countedOfLots = (lots: readonly LotRow[], typed: string): string =>
  lots.length === 0 || lots.some(({ quantity }) => parseDecimal(quantity) === null) ? typed : text(totalOfLots(lots))

export const totalOfLots = (lots: readonly LotRow[]): Decimal =>
  sum(lots.map(({ quantity }) => decimal(parseDecimal(quantity) ?? '0')))
