import { expect, test } from 'vitest'
import { toBaseCurrency } from './base-amounts.ts'
import { type Numeric, text } from './money.ts'
import { capitalizeNonrecoverableTax } from './nonrecoverable-tax.ts'
import { applyTaxTreatment, type TaxTreatment } from './purchase-tax.ts'
import { documentTotals } from './totals.ts'

type Row = { price: Numeric; tax_rate: Numeric; tax_key: string }

/** The postings of rows at a rate: costs, deductible tax per category, and assessed tax. */
function treated(rows: readonly Row[], treatments: readonly TaxTreatment[], exchange_rate: Numeric = 1) {
  const totals = documentTotals({ lines: rows.map((row) => ({ quantity: 1, ...row })), decimals: 2 })
  const base = toBaseCurrency({ totals, exchange_rate, decimals: 2 })
  const posted = applyTaxTreatment(totals, base, treatments, { document: 2, base: 2 })
  return {
    costs: posted.base.lines.map((x) => text(x)),
    deductible: posted.base.taxes.map(({ base, tax }) => `${text(base)} ${text(tax)}`),
    assessed: posted.self_assessed.map((x) => x && text(x)),
  }
}
const reverseCharge = { key: '6', rate: 15, reverse_charge: true, recoverable_percent: 100 }

test('V31: under reverse charge we assess what the supplier did not charge', () => {
  const rows = [{ price: 1000, tax_rate: 0, tax_key: '6' }]
  expect(treated(rows, [reverseCharge])).toEqual({ costs: ['1000'], deductible: ['1000 0'], assessed: ['150'] })
})

test('V31 in euros: the tax is that of the base amount', () => {
  // 333.33 at 4.1234 are 1374.45; 15 % of that are 206.1675.
  const rows = [{ price: '333.33', tax_rate: 0, tax_key: '6' }]
  expect(treated(rows, [reverseCharge], '4.1234').assessed).toEqual(['206.17'])
})

test('notes take back exactly what was assessed: 0.05 of three times 0.10', () => {
  const rows = [{ price: '0.10', tax_rate: 0, tax_key: '6' }]
  const credited = ['0', '0.10', '0.20']
  const parts = credited.map((credited_in_base) => treated(rows, [{ ...reverseCharge, credited_in_base }]).assessed[0])
  expect(parts).toEqual(['0.02', '0.01', '0.02'])
})

test('V33: non-deductible tax is cost, and a tax without treatment is deducted completely', () => {
  const rows = [{ price: 1000, tax_rate: 15, tax_key: '8' }]
  const lost = { key: '8', rate: 15, reverse_charge: false, recoverable_percent: 0 }
  expect(treated(rows, [lost])).toEqual({ costs: ['1150'], deductible: ['0 0'], assessed: [null] })
  expect(treated(rows, [])).toEqual({ costs: ['1000'], deductible: ['1000 150'], assessed: [null] })
})

test('the deductible part is rounded; the cost takes the rest', () => {
  const lines = [{ net: '0.30', tax_key: 'S' }]
  const taxes = [{ key: 'S', base: '0.30', tax: '0.05', recoverable_percent: 50 }]
  const borne = capitalizeNonrecoverableTax({ lines, taxes, decimals: 2 })
  expect(borne.taxes.map(({ base, tax }) => [text(base), text(tax)])).toEqual([['0.15', '0.03']])
  expect(borne.lines.map((x) => text(x))).toEqual(['0.32'])
})
