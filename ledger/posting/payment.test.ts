import { expect, test } from 'vitest'
import { allocate } from '../allocation.ts'
import { type Entry, entry } from '../entry.ts'
import { text, zero } from '../money.ts'
import { exampleAllocation } from '../testing/example-document.ts'
import { boxes, vector, written } from '../testing/notation.ts'
import { advanceAllocationEntry } from './advance-allocation.ts'
import { type PaymentFacts, paymentEntry } from './payment.ts'
import { refundEntry } from './refund.ts'
import { purchases, sales } from './side.ts'

const facts = { branch_id: 1, party_id: 7, currency_id: null, cash: 'BANK' } as const

function payment(amount: string, allocated: PaymentFacts['allocated'], rest: Partial<PaymentFacts> = {}): PaymentFacts {
  return { ...facts, amount, amount_base: amount, allocated, ...rest }
}

const full = exampleAllocation({ amount: '1150.00', total: '1150.00' })
const gain = exampleAllocation({ amount: 1150, rate: '4.25', total: 1150, total_base: 4715 })
const loss = exampleAllocation({ amount: 1150, rate: '4.00', total: 1150, total_base: 4715 })
const early = exampleAllocation({ amount: 500, date: '2026-01-05', document_date: '2026-01-10', total: 1150 })
const otherBranch = exampleAllocation({ amount: '1150.00', total: '1150.00', branch_id: 2 })
const gainElsewhere = exampleAllocation({ amount: 1150, rate: '4.25', total: 1150, total_base: 4715, branch_id: 2 })
const over = exampleAllocation({ amount: 1200, requested: 1150, total: 1150 })
const refund = { ...facts, amount: 50, amount_base: 50, source_base: 50 }

const bill = { branch_id: 1, date: '2026-01-01', currency_id: 1, settled: 0, settled_base: 0 }
const twoBills = allocate(
  { amount: 3000, amount_base: 3000, currency_id: 1, date: '2026-01-10', decimals: 2 },
  [
    { ...bill, id: 1, total: 1150, total_base: 1150 },
    { ...bill, id: 2, total: '383.33', total_base: '383.33' },
  ],
  [
    { document_id: 1, amount: 1150 },
    { document_id: 2, amount: '383.33' },
  ],
)
if ('refusals' in twoBills) throw new Error('V14')

const vectors: [string, Entry | Entry[], string][] = [
  ['V08', paymentEntry(sales, payment('1150.00', full)), 'BANK D1150.00; AR C1150.00'],
  [
    'V10',
    advanceAllocationEntry(sales, facts, exampleAllocation({ amount: 550, total: 2450 }).allocations),
    'CUST_ADV D550.00; AR C550.00',
  ],
  [
    'V11',
    [paymentEntry(sales, payment('1200', over)), refundEntry(sales, refund)],
    'BANK D1200.00; AR C1150.00; CUST_ADV C50.00 // CUST_ADV D50.00; BANK C50.00',
  ],
  [
    'V13',
    paymentEntry(sales, payment('1150', full, { fee: { amount: 8, tax: '1.20', tax_id: 1, box: '7' } })),
    'BANK D1140.80; BANK_FEES D8.00; VAT_IN D1.20; AR C1150.00',
  ],
  [
    'V14',
    withoutDocuments(paymentEntry(purchases, payment('3000', twoBills))),
    'AP D1533.33; SUPP_ADV D1466.67; BANK C3000.00',
  ],
  [
    'V15',
    advanceAllocationEntry(purchases, facts, exampleAllocation({ amount: 400, total: 900 }).allocations),
    'AP D400.00; SUPP_ADV C400.00',
  ],
  [
    'V17',
    paymentEntry(sales, payment('1150', gain, { currency_id: 3, amount_base: '4887.50' })),
    'BANK D4887.50; AR C4715.00; FX_GAIN_R C172.50',
  ],
  [
    'V17 with a loss',
    paymentEntry(sales, payment('1150', loss, { currency_id: 3, amount_base: 4600 })),
    'BANK D4600.00; FX_LOSS_R D115.00; AR C4715.00',
  ],
  [
    'V17 on the other side',
    paymentEntry(purchases, payment('1150', gain, { currency_id: 3, amount_base: '4887.50' })),
    'AP D4715.00; FX_LOSS_R D172.50; BANK C4887.50',
  ],
  [
    'V26, refund',
    refundEntry(sales, { ...refund, amount: 230, amount_base: 230, source_base: 230 }),
    'CUST_ADV D230.00; BANK C230.00',
  ],
  [
    'V46',
    [paymentEntry(sales, payment('500', early)), advanceAllocationEntry(sales, facts, early.allocations)],
    'BANK D500.00; CUST_ADV C500.00 // CUST_ADV D500.00; AR C500.00',
  ],
  [
    'an invoice of another branch',
    paymentEntry(sales, payment('1150', otherBranch)),
    'BANK D1150.00; INTERBR C1150.00; AR@2 C1150.00; INTERBR@2 D1150.00',
  ],
  [
    'an invoice of another branch, at another rate: the difference stands where the money does',
    paymentEntry(sales, payment('1150', gainElsewhere, { currency_id: 3, amount_base: '4887.50' })),
    'BANK D4887.50; FX_GAIN_R C172.50; INTERBR C4715.00; AR@2 C4715.00; INTERBR@2 D4715.00',
  ],
  [
    'tax withheld: the bill is settled whole, the bank pays the rest',
    paymentEntry(purchases, payment('1150.00', full, { withheld: { amount: '57.50', amount_base: '57.50' } })),
    'AP D1150.00; WHT C57.50; BANK C1092.50',
  ],
  [
    'V69: tax that we bear: the payee gets the whole amount, and the tax on top of it is an expense',
    paymentEntry(
      purchases,
      payment('1150.00', full, { withheld: { amount: '60.53', amount_base: '60.53', borne: true } }),
    ),
    'AP D1150.00; WHT_BORNE D60.53; WHT C60.53; BANK C1150.00',
  ],
  [
    'a refund at another rate',
    refundEntry(sales, { ...refund, currency_id: 3, amount_base: 210, source_base: 205 }),
    'CUST_ADV D205.00; FX_LOSS_R D5.00; BANK C210.00',
  ],
]

/** The vector shows both bills in one line; the books keep a line per bill. */
function withoutDocuments({ lines, taxes }: Entry): Entry {
  return entry(
    lines.map((line) => ({ ...line, document_id: null })),
    taxes,
  )
}

test.each(vectors)('%s', (_, entries, notation) => {
  expect(written(entries)).toBe(vector(notation))
})

test('V46: the second entry is dated with the document', () => {
  expect(early.allocations.map(({ waits, allocation_date }) => [waits, allocation_date])).toEqual([
    [true, '2026-01-10'],
  ])
})

test('V13: the fee is in the box of purchases', () => {
  const fee = { amount: 8, tax: '1.20', tax_id: 1, box: '7' }
  expect(boxes(paymentEntry(sales, payment('1150', full, { fee })))).toBe('7 8.00 1.20')
})

test('the bank pays the rest of a foreign payment in its currency as well', () => {
  const withheld = { amount: '57.50', amount_base: '244.38' }
  const { lines } = paymentEntry(purchases, payment('1150', gain, { currency_id: 3, amount_base: '4887.50', withheld }))
  const bank = lines.find(({ account }) => account === 'BANK')
  expect([text(bank?.credit ?? zero), text(bank?.amount_currency ?? zero)]).toEqual(['4643.12', '-1092.5'])
})

test('only a receipt in base currency carries a fee', () => {
  const fee = { amount: 8, tax: 0, tax_id: null, box: null }
  expect(() => paymentEntry(purchases, payment('1150', full, { fee }))).toThrow('fee')
  expect(() => paymentEntry(sales, payment('1150', full, { fee, currency_id: 3 }))).toThrow('fee')
  expect(() => paymentEntry(sales, payment('1150', full, { fee: { ...fee, amount: 1151 } }))).toThrow(RangeError)
})
