import { describe, expect, test } from 'vitest'
import { calculate, type EInvoiceInput } from './calculate.ts'
import { exampleInput } from './example-documents.ts'
import { verdictOf } from './verdict.ts'

// Posted figures are used unchanged. A rounding remainder is explained by the rules.

const rulesOf = (input: EInvoiceInput) =>
  verdictOf(calculate(input), { today: '2026-11-25', stage: 'issued' }).issues.map(({ rule, severity }) => [
    rule,
    severity,
  ])
const posted = (tax: string, tax_sar: string) => ({
  taxes: [{ category: 'S' as const, rate: '15.00', tax }],
  tax_sar,
  reasons: {},
})

describe('a discount with its percentage and its amount', () => {
  const of = (amount: string) => {
    const input = exampleInput('standard')
    const discount = { is_charge: false, reason_code: '95', reason: 'Discount', percent: '12.5', amount }
    return calculate({ ...input, rows: input.rows.map((row) => ({ ...row, allowances: [discount] })) }).rows[0]
  }
  test('states both figures where they agree', () => {
    expect(of('112.5')).toMatchObject({
      allowances: [{ percent: '12.5', base: '900.00', amount: '112.50' }],
      net: '787.50',
    })
  })
  test('states only the amount where the posted amount differs', () => {
    expect(of('112.49')).toMatchObject({ allowances: [{ percent: null, base: null, amount: '112.49' }], net: '787.51' })
  })
})

test('the tax of a note is what was posted, with a remark where it is further from its rate than a halala for each row', () => {
  const noteOf = (tax: string) => ({ ...exampleInput('credit_note'), posted: posted(tax, tax) })
  expect(calculate(noteOf('134.99')).totals).toMatchObject({ tax: '134.99', with_tax: '1034.99' })
  expect(rulesOf(noteOf('134.99'))).toEqual([])
  expect(rulesOf(noteOf('134.98'))).toEqual([['BR-S-09', 'warning']])
})

test('the reason for a category without tax is taken from the document', () => {
  const input = {
    ...exampleInput('all_categories'),
    posted: { ...posted('0', '0'), taxes: [], reasons: { O: 'تبرع' } },
  }
  const texts = calculate(input).breakdown.map(({ category, exemption }) => [category, exemption?.text])
  expect(texts).toContainEqual(['O', 'تبرع'])
  expect(texts).toContainEqual(['Z', expect.stringContaining(' | ')])
})

describe('tax in riyals', () => {
  const dollars = (type: '381' | '388', tax_sar: string): EInvoiceInput => ({
    ...exampleInput(type === '381' ? 'credit_note' : 'standard'),
    currency: 'USD',
    exchange_rate: '3.75',
    posted: posted('135', tax_sar),
  })
  test.each([
    ['388', '506.25', []],
    ['388', '506.24', [['MIZAN-TAX-SAR', 'error']]],
    ['381', '506.24', []],
    ['381', '506.19', [['MIZAN-TAX-SAR', 'error']]],
  ] as const)('of a %s that says %s', (type, tax_sar, expected) => {
    expect(rulesOf(dollars(type, tax_sar))).toEqual(expected)
  })
})
