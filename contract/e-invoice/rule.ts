import type { Decimal } from '#ledger/money.ts'
import type { EInvoice } from './model.ts'

/** The flag of the rule sheets R3.4.8. An error is rejected. A warning is accepted with a remark and may become an error later. */
export type Severity = 'error' | 'warning'
/** The values of a message; `field` is a key below `eInvoice:labels`. */
export type Params = Record<string, string | number>
/** Where in the document, such as `rows.2.name`. */
export type Finding = { path: string; params?: Params }
/** The day, and the time in Riyadh where the age of a document matters. The sums of the document, computed once. */
export type Context = { today: string; now: string | null; facts: Facts }
export type Facts = {
  rows: Decimal
  allowances: Decimal
  charges: Decimal
  /** By `rateKey`: rows − discounts + charges. */
  taxable: ReadonlyMap<string, Decimal>
  prepaid: Decimal
}
export type Check = (invoice: EInvoice, context: Context) => Finding[]
export type Rule = {
  /** The id of the rule sheets. MIZAN-… when the standard states the rule in prose only. */
  id: string
  severity: Severity
  /** A key below `eInvoice:rules`. */
  message: string
  /** Applies only once number, time and position in the chain are known. */
  isOnceIssued: boolean
  check: Check
}

const rule =
  (severity: Severity, isOnceIssued: boolean) =>
  (id: string, message: string, check: Check): Rule => ({ id, severity, message, isOnceIssued, check })

export const error = rule('error', false)
export const warning = rule('warning', false)
export const errorOnceIssued = rule('error', true)
export const warningOnceIssued = rule('warning', true)

export const isMissing = (value: string | null | undefined): boolean => value == null || value.trim() === ''

/** One finding if the condition is true, otherwise none. */
export const when = (isBroken: boolean, path: string, params?: Params): Finding[] =>
  isBroken ? [params ? { path, params } : { path }] : []

/** A finding for each item that breaks the rule, at `list.<index>.<field>`. */
export function each<Item>(
  list: string,
  items: readonly Item[],
  field: string,
  isBroken: (item: Item, index: number) => boolean,
): Finding[] {
  const findings: Finding[] = []
  for (const [index, item] of items.entries())
    if (isBroken(item, index)) findings.push({ path: `${list}.${index}.${field}` })
  return findings
}

/** More than two decimals. */
export function isTooFine(value: string | null): boolean {
  if (value === null) return false
  const point = value.indexOf('.')
  return point >= 0 && value.length - point - 1 > 2
}

/** Characters as the rule sheets count them: code points. */
export function isOutside(value: string | null | undefined, min: number, max: number): boolean {
  // Empty text is not written at all.
  if (value == null || value === '') return false
  // A code point takes one or two units: only near a limit must they be counted.
  if (value.length >= 2 * min && value.length <= max) return false
  const { length } = [...value]
  return length < min || length > max
}

/** The field labels of a length rule, declared once for message and path. */
export function limits(
  severity: Severity,
  id: string,
  label: string,
  [min, max]: readonly [number, number],
  values: (invoice: EInvoice) => Iterable<readonly [path: string, value: string | null | undefined]>,
): Rule {
  const check: Check = (invoice) => {
    const findings: Finding[] = []
    for (const [path, value] of values(invoice))
      if (isOutside(value, min, max)) findings.push({ path, params: { field: label, min, max } })
    return findings
  }
  return { id, severity, message: min > 1 ? 'length_between' : 'length_most', isOnceIssued: false, check }
}
