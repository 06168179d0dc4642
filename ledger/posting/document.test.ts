import { expect, test } from 'vitest'
import { type Entry, reverse } from '../entry.ts'
import { decimal, text } from '../money.ts'
import { issue, returnToStock, type StockMove } from '../stock.ts'
import { exampleAllocation, exampleDocument } from '../testing/example-document.ts'
import { boxes, vector, written } from '../testing/notation.ts'
import { creditNoteEntry } from './credit-note.ts'
import { debitNoteEntry, documentEntry } from './document.ts'
import { purchases, sales } from './side.ts'
import { inventoryShare, supplierCreditEntry } from './supplier-credit.ts'

const service = documentEntry(sales, exampleDocument({ rows: [{ price: '1000.00' }] }))
const stocked = { quantity: decimal(10), value: decimal(1000) }
const goods = documentEntry(
  sales,
  exampleDocument({
    rows: [{ account: 'REV_GOODS', quantity: 4, price: '150.00', stock_cost: taken(issue(stocked, 4)).cost }],
  }),
)

function taken(result: ReturnType<typeof issue>): StockMove {
  if ('refused' in result) throw new Error(result.refused)
  return result
}

const kuwait = exampleDocument({
  rows: [{ quantity: 3, price: '12.345', account: 'REV_GOODS' }],
  decimals: 3,
  exchange_rate: '12.21',
})
const input = [{ tax_id: 1, box: '7' }]
const vectors: [string, Entry | Entry[], string][] = [
  ['V01', service, 'AR D1150.00; REV_SRV C1000.00; VAT_OUT C150.00'],
  ['V02', goods, 'AR D690.00; REV_GOODS C600.00; VAT_OUT C90.00; COGS D400.00; INV C400.00'],
  [
    'V04',
    documentEntry(purchases, exampleDocument({ rows: [{ account: 'INV', quantity: 10, price: 100 }], taxes: input })),
    'INV D1000.00; VAT_IN D150.00; AP C1150.00',
  ],
  [
    'V05',
    documentEntry(purchases, exampleDocument({ rows: [{ account: 'EXP_DEFAULT', price: '333.33' }], taxes: input })),
    'EXP_DEFAULT D333.33; VAT_IN D50.00; AP C383.33',
  ],
  [
    'V07',
    documentEntry(
      sales,
      exampleDocument({ rows: [{ account: 'REV_GOODS', price: 1000, tax_rate: 0 }], taxes: [{ tax_id: 3, box: '4' }] }),
    ),
    'AR D1000.00; REV_GOODS C1000.00',
  ],
  [
    'V16',
    documentEntry(sales, exampleDocument({ rows: [{ price: 1000 }], exchange_rate: '4.10' })),
    'AR D4715.00; REV_SRV C4100.00; VAT_OUT C615.00',
  ],
  [
    'V20',
    documentEntry(
      sales,
      exampleDocument({
        rows: ['33.33', '33.33', '33.34'].map((price, index) => ({ account: index + 1, price, tax_rate: 0 })),
        exchange_rate: '4.1234',
      }),
    ),
    'AR D412.34; REV1 C137.43; REV2 C137.43; REV3 C137.48',
  ],
  [
    'V28',
    debitNoteEntry(sales, exampleDocument({ rows: [{ price: 100 }] })),
    'AR D115.00; REV_SRV C100.00; VAT_OUT C15.00',
  ],
  [
    'V31',
    documentEntry(
      purchases,
      exampleDocument({
        rows: [{ account: 'EXP_DEFAULT', price: 1000, tax_rate: 0 }],
        taxes: [{ tax_id: 6, box: '9', self_assessed: '150.00' }],
      }),
    ),
    'EXP_DEFAULT D1000.00; VAT_IN D150.00; VAT_RC C150.00; AP C1000.00',
  ],
  ['V40', reverse(goods), 'REV_GOODS D600.00; VAT_OUT D90.00; AR C690.00; INV D400.00; COGS C400.00'],
  ['V50', documentEntry(sales, kuwait), 'AR D520.03; REV_GOODS C452.20; VAT_OUT C67.83'],
]

test.each(vectors)('%s', (_, entries, notation) => {
  expect(written(entries, { 1: 'REV1', 2: 'REV2', 3: 'REV3' })).toBe(vector(notation))
})

test('V07: the box shows the base without tax', () => {
  expect(boxes(vectors[4]?.[1] as Entry)).toBe('4 1000.00 0.00')
})

test('V28: a debit note adds to its box, as an adjustment', () => {
  const note = debitNoteEntry(sales, exampleDocument({ rows: [{ price: 100 }] }))
  expect([boxes(note), note.taxes[0]?.is_adjustment, service.taxes[0]?.is_adjustment]).toEqual([
    '1 100.00 15.00',
    true,
    false,
  ])
})

test('V25: goods are returned at the cost they were issued at', () => {
  const back = returnToStock({ quantity: decimal(6), value: decimal(600) }, 1, { quantity: 4, cost: 400 })
  const note = exampleDocument({ rows: [{ account: 'SALES_RET', price: 150, stock_cost: back.cost }] })
  const applied = exampleAllocation({ amount: '172.50', total: 690 })
  const entry = creditNoteEntry({ ...note, applied })
  expect(written(entry)).toBe(vector('SALES_RET D150.00; VAT_OUT D22.50; AR C172.50; INV D100.00; COGS C100.00'))
  expect(boxes(entry)).toBe('1 -150.00 -22.50')
  expect(entry.taxes[0]?.is_adjustment).toBe(true)
})

test('V26: on a paid invoice the credit waits for the customer', () => {
  const note = exampleDocument({ rows: [{ account: 'SALES_RET', price: 200 }] })
  const applied = exampleAllocation({ amount: 230, requested: 0, total: 1150, settled: 1150 })
  expect(written(creditNoteEntry({ ...note, applied }))).toBe(
    vector('SALES_RET D200.00; VAT_OUT D30.00; CUST_ADV C230.00'),
  )
})

test('V27: price only', () => {
  const note = exampleDocument({ rows: [{ account: 'SALES_RET', price: 50 }] })
  const applied = exampleAllocation({ amount: '57.50', total: 1150 })
  expect(written(creditNoteEntry({ ...note, applied }))).toBe(vector('SALES_RET D50.00; VAT_OUT D7.50; AR C57.50'))
})

test('goods back to the supplier leave at the average, the rest is price variance', () => {
  const average = taken(issue({ quantity: decimal(15), value: decimal(1550) }, 2)).cost
  const rows = [{ account: 'INV' as const, quantity: 2, price: 110, stock_cost: average }]
  const note = exampleDocument({ rows, taxes: input })
  const applied = exampleAllocation({ amount: 253, total: 1000 })
  expect(written(supplierCreditEntry({ ...note, applied }))).toBe(
    vector('INV C206.67; PPV C13.33; VAT_IN C33.00; AP D253.00'),
  )
  const [tax] = supplierCreditEntry({ ...note, applied }).taxes
  expect([boxes(supplierCreditEntry({ ...note, applied })), tax?.is_adjustment]).toEqual(['7 -220.00 -33.00', true])
  expect(text(inventoryShare(100, 3, 10))).toBe('30')
})

test('free goods cost advertising', () => {
  const free = exampleDocument({ rows: [{ account: 'REV_GOODS', price: 0, stock_cost: '12.50' }] })
  expect(written(documentEntry(sales, free))).toBe(vector('PROMO D12.50; INV C12.50'))
})

test('a foreign document has its currency on every line', () => {
  const { lines } = documentEntry(sales, kuwait)
  expect(lines.map(({ account, amount_currency }) => `${account} ${text(amount_currency, 3)}`)).toEqual([
    'AR 42.590',
    'REV_GOODS -37.035',
    'VAT_OUT -5.555',
  ])
})

test('a discount with an account of its own: the sale is posted in full, the discount against it', () => {
  const facts = exampleDocument({ rows: [{ price: 90 }] })
  const lines = facts.lines.map((line) => ({
    ...line,
    discount: { account: 7, base: decimal(10), amount: decimal(10) },
  }))
  expect(written(documentEntry(sales, { ...facts, lines }))).toBe(
    vector('AR D103.50; REV_SRV C100.00; 7 D10.00; VAT_OUT C13.50'),
  )
})
