import type { SentLot } from '#contract/fields/lot-rows.ts'
import { type Decimal, decimal, parseDecimal, sum, text, zero } from '#ledger/money.ts'

/** A batch or a serial number as a form holds it. */
export type LotRow = { number: string; expires_on: string; quantity: string }
/** One that is there. */
export type LotChoice = { number: string; expires_on: string | null; quantity: number }
type StoredLot = { number: string; expires_on: string | null; quantity: number }

export const storedLotRows = (lots: readonly StoredLot[] | null | undefined): LotRow[] =>
  (lots ?? []).map(({ number, expires_on, quantity }) => ({
    number,
    expires_on: expires_on ?? '',
    quantity: String(quantity),
  }))

/** What is sent of them; a line without a number says nothing. */
export const sentLots = (lots: readonly LotRow[] | undefined): SentLot[] =>
  (lots ?? [])
    .filter(({ number }) => number.trim() !== '')
    .map(({ number, expires_on, quantity }) => ({
      number: number.trim(),
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
  { number, expires_on, isSerial }: { number: string; expires_on: string | null; isSerial: boolean },
): LotRow[] | null {
  const place = lots.findIndex((lot) => lot.number === number)
  if (place < 0) return [...lots, { number, expires_on: expires_on ?? '', quantity: '1' }]
  if (isSerial) return null
  return lots.map((lot, index) =>
    index === place ? { ...lot, quantity: text(decimal(parseDecimal(lot.quantity) ?? '0').plus(1)) } : lot,
  )
}

/** Serial numbers of a text, one on each line or behind a separator, each once. */
export const serialsOf = (typed: string): LotRow[] =>
  [...new Set(typed.split(/[\n\t;]+/).map((number) => number.trim()))]
    .filter((number) => number !== '')
    .map((number) => ({ number, expires_on: '', quantity: '1' }))

export const totalOfLots = (lots: readonly LotRow[]): Decimal =>
  sum(lots.map(({ quantity }) => decimal(parseDecimal(quantity) ?? '0')))
