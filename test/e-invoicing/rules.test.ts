import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isConfirmedPercentage } from '#contract/e-invoice/allowance-check.ts'
import { calculate, type EInvoiceInput } from '#contract/e-invoice/calculate.ts'
import { exampleDocument, exampleInput, exampleNames } from '#contract/e-invoice/example-documents.ts'
import type { Category, IssuedEInvoice } from '#contract/e-invoice/model.ts'
import { type NoteReason, noteReasons, noteReasonText } from '#contract/e-invoice/note-reasons.ts'
import { rules, verdictOf } from '#contract/e-invoice/verdict.ts'
import { decimal, ratio, sum, text } from '#ledger/money.ts'
import { signDocument } from '#server/e-document/sign.ts'
import { writeXml } from '#server/e-document/write-xml.ts'
import { structureRules } from '#stand-in/structure-rules.ts'
import { changed, mutants } from './mutants.ts'
import { brokenOfficialRules, officialIds, officialRules } from './official-rules.ts'
import { samples } from './samples.ts'
import { createUnit } from './unit.ts'

const occasion = { today: '2026-11-25', stage: 'issued' } as const
const named = (document: IssuedEInvoice) =>
  verdictOf(document, occasion).issues.flatMap(({ rule, also }) => [rule, ...also])

/** Rules that only the stamp satisfies, and rules on the engine's clock. */
const ofTheStamp = new Set(['BR-KSA-27', 'BR-KSA-28', 'BR-KSA-29', 'BR-KSA-30', 'BR-KSA-60', 'BR-KSA-98'])
const official = (xml: string) => [...brokenOfficialRules(xml)].filter((id) => !ofTheStamp.has(id))

describe("the authority's own conditions", () => {
  test('are nearly all evaluated', () => expect(officialRules.length).toBeGreaterThan(240))
  test.each(samples)('have no findings on the sample $file', ({ xml }) => expect(official(xml)).toEqual([]))
  test.each(exampleNames)('have no findings on our %s, including the stamp', (name) => {
    const { xml } = signDocument(exampleDocument(name), { ...createUnit(), signing_time: '2026-11-20T11:05:09' })
    expect([...brokenOfficialRules(xml)].filter((id) => id !== 'BR-KSA-98')).toEqual([])
  })
})

/** Rules that our documents cannot break, and why. */
const impossible: Record<string, string> = {
  'BR-KSA-F-06-C40': 'seven digits are written',
  'BR-04': 'a type is one of four',
  'BR-CL-01': 'a type is one of four',
  'BR-KSA-82': 'the writer puts the zeros of a deducting row',
  'BR-KSA-75': 'a deducted advance has its amounts',
  'BR-KSA-F-12': 'schemes are chosen from a list',
  'BR-KSA-99': 'an empty number is not written',
  'BR-KSA-CL-03': 'nothing but text is attached',
  'BR-KSA-F-06-C21': 'no base quantity is written',
  'BR-KSA-EN16931-12': 'no base quantity is written',
  'BR-KSA-EN16931-07': 'no gross price is written',
  'BR-KSA-87': 'the writer puts all three of an exchange rate',
  'BR-KSA-88': 'the writer puts the currency of the document',
  'BR-KSA-89': 'the writer puts riyals',
  'BR-CL-05': 'the writer puts riyals',
  'BR-54': 'items have no attributes',
  'BR-32': 'every discount has a category',
  'BR-37': 'every charge has a category',
  'BR-47': 'every subtotal has a category',
  'BR-48': 'every subtotal has a rate',
}
/** A missing or invalid amount is reported by one rule of ours, before any other rule is evaluated. */
const ofNumbers = ['BR-13', 'BR-14', 'BR-15', 'BR-24', 'BR-26', 'BR-31', 'BR-36', 'BR-41', 'BR-43', 'BR-45', 'BR-46']

test('every rule of the authority is one of ours, a rule of the XML only, or listed with the reason it cannot break', () => {
  const known = new Set([
    ...rules.map(({ id }) => id),
    ...structureRules.map(([id]) => id),
    ...Object.keys(impossible),
    ...ofNumbers,
  ])
  expect([...officialIds].filter((id) => !known.has(id))).toEqual([])
  const told = [...Object.keys(impossible), ...ofNumbers]
  expect(told.filter((id) => rules.some((rule) => rule.id === id) || !officialIds.has(id))).toEqual([])
})

describe('a document with one thing changed', () => {
  test('is tried in more than fifty ways', () => expect(mutants.length).toBeGreaterThan(50))
  test.each(mutants)('is named by $rule ($of)', (mutant) => {
    const document = changed(mutant)
    const ours = named(document)
    expect(ours).toContain(mutant.rule)
    // Every finding of the authority's conditions is also one of ours.
    expect(official(writeXml(document)).filter((id) => !ours.includes(id))).toEqual([])
  })
})

describe.each(['credit_note', 'simplified_credit_note', 'debit_note', 'simplified_debit_note'] as const)(
  'a %s',
  (name) => {
    test.each(Object.keys(noteReasons) as NoteReason[])('may be issued because of: %s', (reason) => {
      const document = exampleDocument(name)
      document.note_reason = noteReasonText(reason, 'بطلب العميل')
      expect(verdictOf(document, occasion).light).toBe('green')
      expect(official(writeXml(document))).toEqual([])
    })
  },
)

test('a draft is checked without the fields that only its issue sets', () => {
  const none = { number: null, uuid: null, issue_date: null, issue_time: null, icv: null, previous_hash: null }
  expect(
    verdictOf({ ...exampleDocument('standard'), ...none }, { today: '2026-11-25', stage: 'draft' }).issues,
  ).toEqual([])
  const missing = verdictOf({ ...exampleDocument('standard'), ...none }, occasion).issues.map(({ path }) => path)
  expect(missing.sort()).toEqual(Object.keys(none).sort())
})

test('an invalid amount is the only finding, and nothing is summed', () => {
  const document = exampleDocument('discounts_and_charge')
  document.totals.payable = '1,000'
  document.rows[0]!.allowances[0]!.amount = ''
  const { light, issues } = verdictOf(document, occasion)
  expect([light, issues.map(({ path }) => path)]).toEqual(['red', ['totals.payable', 'rows.0.allowances.0.amount']])
})

test("errors and warnings have the authority's severity", () => {
  const flags = new Map(officialRules.map(({ id, flag }) => [id, flag]))
  const others = rules.filter(({ id, severity }) => flags.has(id) && flags.get(id) !== severity)
  expect(others.map(({ id }) => id)).toEqual([])
})

/** The engine takes decimals for floats; these conditions compare such a sum for equality. The test above holds them exactly. */
const ofFloats = new Set(['BR-S-08', 'BR-Z-08', 'BR-E-08', 'BR-O-08', 'BR-KSA-EN16931-11'])

const money = (max: number, decimals: number) =>
  fc.integer({ min: 1, max: max * 10 ** decimals }).map((units) => text(decimal(`${units}e-${decimals}`)))
const treatment = fc.constantFrom<[Category, string, string | null]>(
  ['S', '15', null],
  ['S', '5', null],
  ['Z', '0', 'VATEX-SA-35'],
  ['E', '0', 'VATEX-SA-30'],
  ['O', '0', 'VATEX-SA-OOS'],
)
const given = (max: number) => fc.oneof(fc.record({ percent: money(20, 2) }), fc.record({ amount: money(max, 2) }))
const anyRow = fc.record({
  quantity: money(40, 3),
  price: money(900, 4).map((price) => text(decimal(price).plus(50))),
  treatment,
  discount: fc.option(given(1)),
})
const freight = { is_charge: true, reason_code: 'FC', reason: 'Freight | شحن' }
type AnyRow = { quantity: string; price: string; treatment: [Category, string, string | null] }
const quantityOf = ({ quantity }: AnyRow) => (decimal(quantity).lt('0.1') ? '1' : quantity)
/** The same price with tax in it, and the net that the books would post. */
function inclusive(row: AnyRow) {
  const [, rate] = row.treatment
  const net = text(ratio(decimal(quantityOf(row)).times(decimal(row.price)), 100, decimal(rate).plus(100), 2), 2)
  return { price: text(ratio(row.price, 100, decimal(rate).plus(100), 10)), net }
}
const anyInput = fc
  .record({
    rows: fc.array(anyRow, { minLength: 1, maxLength: 30 }),
    discount: fc.option(given(1)),
    charge: fc.option(fc.record({ amount: money(50, 2) })),
    is_inclusive: fc.boolean(),
    currency: fc.constantFrom('SAR', 'USD'),
    name: fc.constantFrom('standard', 'simplified', 'credit_note', 'simplified_debit_note', 'final') as fc.Arbitrary<
      'standard' | 'simplified'
    >,
  })
  .map(({ rows, discount, charge, is_inclusive, currency, name }): EInvoiceInput => {
    const base = exampleInput(name)
    const [template] = base.rows as [EInvoiceInput['rows'][number]]
    const reason = { is_charge: false, reason_code: '95', reason: 'Discount | خصم' }
    const [category = 'S', rate = '15'] = rows[0]?.treatment ?? []
    return {
      ...base,
      currency,
      exchange_rate: currency === 'SAR' ? null : '3.7514',
      rows: rows.map((one, index) => ({
        ...template,
        ...(is_inclusive ? inclusive(one) : {}),
        id: String(index + 10),
        quantity: quantityOf(one),
        price: is_inclusive ? inclusive(one).price : one.price,
        category: one.treatment[0],
        rate: one.treatment[1],
        exemption_code: one.treatment[2],
        allowances: one.discount && !is_inclusive ? [{ ...reason, ...one.discount }] : [],
      })),
      // A discount of the first row's category, a discount in percent for every category, and a charge.
      allowances: [
        ...(discount ? [{ ...reason, ...discount, category: category as Category, rate: rate as string }] : []),
        ...(charge ? [{ ...freight, ...charge, category: category as Category, rate: rate as string }] : []),
        ...[...new Map(rows.map((one) => [one.treatment.join(), one.treatment])).values()].map(([of, at]) => ({
          ...reason,
          percent: '2.5',
          category: of,
          rate: at,
        })),
      ],
    }
  })

describe('random documents', () => {
  test('add up exactly as section 6 requires, and break none of our rules', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const document = calculate(input) as IssuedEInvoice
        const { rows, allowances, breakdown, totals, prepayments } = document
        const exact = (value: string | null, expected: ReturnType<typeof decimal>) =>
          expect(value).toBe(text(expected, 2))
        exact(totals.rows, sum(rows.map(({ net }) => net)))
        const signed = allowances.map(({ is_charge, amount }) => (is_charge ? amount : decimal(amount).neg()))
        exact(totals.without_tax, decimal(totals.rows).plus(sum(signed)))
        exact(totals.without_tax, sum(breakdown.map(({ taxable }) => taxable)))
        for (const { taxable, rate, tax } of breakdown) exact(tax, ratio(taxable, rate, 100, 2))
        exact(totals.tax, sum(breakdown.map(({ tax }) => tax)))
        exact(totals.with_tax, decimal(totals.without_tax).plus(decimal(totals.tax)))
        const prepaid = sum(prepayments.flatMap(({ taxable, tax }) => [taxable, tax]))
        exact(totals.payable, decimal(totals.with_tax).minus(prepaid))
        expect(verdictOf(document, occasion).issues).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
  test("break none of the authority's conditions", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const broken = official(writeXml(calculate(input) as IssuedEInvoice))
        expect(broken.filter((id) => !ofFloats.has(id))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })
})

test('a percentage that the authority computes to another halala is written as an amount', () => {
  const isOdd = (halalas: number, percent: string) => {
    const base = text(decimal(`${halalas}e-2`), 2)
    return !isConfirmedPercentage(base, percent, text(ratio(base, percent, 100, 2), 2))
  }
  const odd = Array.from({ length: 5_000 }, (_, index) => index + 1).find((halalas) => isOdd(halalas, '2.5')) as number
  const input = exampleInput('standard')
  const [row] = input.rows as [EInvoiceInput['rows'][number]]
  const discount = { is_charge: false, reason_code: '95', reason: 'Discount | خصم', percent: '2.5' }
  input.rows = [row, { ...row, id: '2', quantity: '1', price: text(decimal(`${odd}e-2`), 2), allowances: [discount] }]
  const document = calculate(input) as IssuedEInvoice
  expect(document.rows[1]?.allowances[0]).toMatchObject({ percent: null, base: null })
  expect(official(writeXml(document))).toEqual([])
})

test('seven at 200 with tax included keep their price with many decimals and pass', () => {
  const input = exampleInput('standard')
  const [row] = input.rows as [EInvoiceInput['rows'][number]]
  input.rows = [{ ...row, quantity: '7', price: text(ratio('200', 100, 115, 8)), net: '1217.39' }]
  const document = calculate(input) as IssuedEInvoice
  expect(document.totals).toMatchObject({ without_tax: '1217.39', tax: '182.61', with_tax: '1400.00' })
  expect(verdictOf(document, occasion).light).toBe('green')
  expect(official(writeXml(document))).toEqual([])
})

test('the verdict of 100 rows costs no more than a few times the sums of the same rows', () => {
  const input = exampleInput('discounts_and_charge')
  const [row] = input.rows as [EInvoiceInput['rows'][number]]
  input.rows = Array.from({ length: 100 }, (_, index) => ({ ...row, id: String(index + 1) }))
  const document = calculate(input)
  const [sums, verdicts]: [number[], number[]] = [[], []]
  for (let turn = -30; turn < 21; turn++) {
    const began = performance.now()
    calculate(input)
    const between = performance.now()
    verdictOf(document, occasion)
    if (turn < 0) continue
    sums.push(between - began)
    verdicts.push(performance.now() - between)
  }
  // The shortest of many: other work on the machine only makes a time longer.
  expect(Math.min(...verdicts) / Math.min(...sums)).toBeLessThan(8)
})
