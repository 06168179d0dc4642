import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from '../allocation.ts'
import { type Entry, reverse } from '../entry.ts'
import { decimal, round, sum, zero } from '../money.ts'
import { exampleDocument } from '../testing/example-document.ts'
import { advanceAllocationEntry } from './advance-allocation.ts'
import { creditNoteEntry } from './credit-note.ts'
import { debitNoteEntry, documentEntry } from './document.ts'
import { paymentEntry } from './payment.ts'
import { purchases, sales } from './side.ts'
import { supplierCreditEntry } from './supplier-credit.ts'

const row = fc.record({
  account: fc.integer({ min: 1, max: 3 }),
  quantity: fc.integer({ min: 1, max: 9999 }).map((units) => `${units}e-2`),
  price: fc.integer({ min: 0, max: 99_999 }).map((units) => `${units}e-3`),
  tax_rate: fc.constantFrom(0, 15),
  stock_cost: fc.integer({ min: 0, max: 9999 }).map((units) => `${units}e-2`),
  cost_center_id: fc.constantFrom(1, 2),
})
const rate = fc.integer({ min: 1, max: 9_999_999 }).map((units) => `${units}e-5`)
const scenario = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 6 }),
  document_rate: rate,
  payment_rate: rate,
  /** Percent of the document that the payment settles, and of the payment beyond it. */
  settles: fc.integer({ min: 1, max: 100 }),
  beyond: fc.integer({ min: 0, max: 50 }),
  payment_branch: fc.integer({ min: 1, max: 2 }),
  document_date: fc.constantFrom('2026-01-01', '2026-02-01'),
})

test('every entry of any document, payment and notes balances in total and per branch', () => {
  fc.assert(
    fc.property(scenario, (facts) => {
      for (const entry of entriesOf(facts)) {
        expectBalance(entry)
        expectBalance(reverse(entry))
      }
    }),
  )
})

test('a paid document leaves zero on its control account, and a used payment zero on its advance', () => {
  fc.assert(
    fc.property(scenario, (facts) => {
      const { invoice, receipt, later, settled } = paid({ ...facts, settles: 100 })
      if (!settled) return
      const lines = [...invoice.lines, ...receipt.lines, ...later.lines].filter(({ account }) => account === 'AR')
      expect(sum(lines.map((line) => line.debit.minus(line.credit))).eq(0)).toBe(true)
      expect(sum(lines.map((line) => line.amount_currency)).eq(0)).toBe(true)
    }),
  )
})

type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

function entriesOf(facts: Scenario): Entry[] {
  const document = exampleDocument({ rows: facts.rows, exchange_rate: facts.document_rate })
  const { invoice, receipt, later, allocated } = paid(facts)
  const credit = { allocations: [], unallocated: document.totals.total, unallocated_base: document.base.total }
  const notes = [creditNoteEntry, supplierCreditEntry].map((post) =>
    post({ ...document, applied: { ...credit, unallocated: decimal(credit.unallocated) } }),
  )
  const paying = { branch_id: facts.payment_branch, party_id: 7, currency_id: 3, cash: 'BANK' } as const
  const bill = paymentEntry(purchases, { ...paying, ...allocated.source, allocated: allocated.result })
  return [invoice, receipt, later, bill, ...notes, documentEntry(purchases, document), debitNoteEntry(sales, document)]
}

function paid(facts: Scenario) {
  const document = exampleDocument({ rows: facts.rows, exchange_rate: facts.document_rate })
  const invoice = documentEntry(sales, document)
  const { totals, base } = document
  const amount = round(decimal(totals.total).times(facts.settles).div(100))
  const whole = amount.plus(round(amount.times(facts.beyond).div(100))).plus('0.01')
  const source = { amount: whole, amount_base: round(whole.times(decimal(facts.payment_rate))) }
  const open = { id: 100, branch_id: 1, date: facts.document_date, currency_id: 3, settled: 0, settled_base: 0 }
  const result = allocate(
    { ...source, currency_id: 3, date: '2026-01-15', decimals: 2 },
    [{ ...open, total: totals.total, total_base: base.total }],
    amount.gt(0) ? [{ document_id: 100, amount }] : [],
  )
  if ('refusals' in result) throw new Error(JSON.stringify(result.refusals))
  const paying = { branch_id: facts.payment_branch, party_id: 7, currency_id: 3, cash: 'BANK' } as const
  const receipt = paymentEntry(sales, { ...paying, ...source, allocated: result })
  const waiting = result.allocations.filter(({ waits }) => waits)
  const later = advanceAllocationEntry(sales, paying, waiting)
  return { invoice, receipt, later, allocated: { source, result }, settled: amount.gt(0) && amount.eq(totals.total) }
}

function expectBalance({ lines }: Entry): void {
  for (const own of [lines, ...Map.groupBy(lines, ({ branch_id }) => branch_id).values()]) {
    const balance = own.reduce((total, line) => total.plus(line.debit).minus(line.credit), zero)
    expect(balance.eq(0)).toBe(true)
  }
}
