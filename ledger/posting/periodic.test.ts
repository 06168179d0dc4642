import { expect, test } from 'vitest'
import { credit, debit, type Entry, reverse, UnbalancedEntry } from '../entry.ts'
import { text } from '../money.ts'
import { capitalizeNonrecoverableTax } from '../nonrecoverable-tax.ts'
import { exampleDocument } from '../testing/example-document.ts'
import { boxes, vector, written } from '../testing/notation.ts'
import { clearOpeningEntry, vatSettlementEntry, yearCloseEntry } from './clear-accounts.ts'
import { customsEntry, spreadDuty } from './customs.ts'
import { documentEntry } from './document.ts'
import { finalInvoiceEntry } from './final-invoice.ts'
import { imbalance, journalInBase, manualEntry } from './manual.ts'
import { incomeAccount, isStocked, purchaseAccount } from './product-account.ts'
import { cashRevaluationEntry, revaluationEntry } from './revaluation.ts'
import { purchases, sales } from './side.ts'
import { taxAdjustmentEntry } from './tax-adjustment.ts'
import { advanceWriteOffEntry, writeOffEntry } from './write-off.ts'

const main = { branch_id: 1 }
const facts = { branch_id: 1, party_id: 7, currency_id: null }
const open = (amount: number, carried_base: number) => ({ ...main, amount, carried_base, closing_rate: '4.15' })
const held = (balances: Record<string, number>, branch_id = 1) =>
  Object.entries(balances).map(([account, balance]) => ({ account: account as 'AR', branch_id, balance }))

const receivable = revaluationEntry(sales, [open(750, 3075)])
const bank = cashRevaluationEntry({ ...open(1000, 4180), account: 11, currency_id: 3 })
const advance = documentEntry(sales, exampleDocument({ rows: [{ account: 'CONTRACT_LIAB', price: 400 }] }))
const final = finalInvoiceEntry(exampleDocument({ rows: [{ price: 1000 }] }), [
  { tax_index: 0, branch_id: 1, net: 400, tax: 60, net_base: 400, tax_base: 60 },
])
const customs = customsEntry({
  ...main,
  party_id: 8,
  document_id: 5,
  base: 1000,
  tax: 150,
  tax_id: 7,
  duties: [{ account: 'INV', amount: 50 }],
})
const corrected = (direction: 'increase' | 'decrease') =>
  taxAdjustmentEntry({ ...main, direction, amount: 25, account: 'ROUNDING', description: null })
const lossClose = yearCloseEntry(held({ REV_SRV: -100, EXP_DEFAULT: 160 }))

const vectors: [string, Entry | Entry[], string][] = [
  ['V21', [receivable, reverse(receivable)], 'AR_FXADJ D37.50; FX_GAIN_U C37.50 // FX_GAIN_U D37.50; AR_FXADJ C37.50'],
  ['V22', revaluationEntry(purchases, [open(500, 2050)]), 'FX_LOSS_U D25.00; AP_FXADJ C25.00'],
  ['V21 falling', revaluationEntry(sales, [open(100, 420)]), 'FX_LOSS_U D5.00; AR_FXADJ C5.00'],
  ['V22 falling', revaluationEntry(purchases, [open(100, 420)]), 'AP_FXADJ D5.00; FX_GAIN_U C5.00'],
  ['V23', bank, 'FX_LOSS_U D30.00; BANK_EUR C30.00'],
  ['V32', customs, 'VAT_IMP D150.00; INV D50.00; AP C200.00'],
  [
    'V34',
    [advance, final],
    'AR D460.00; CONTRACT_LIAB C400.00; VAT_OUT C60.00 // AR D690.00; CONTRACT_LIAB D400.00; REV_SRV C1000.00; VAT_OUT C90.00',
  ],
  [
    'V34, the advance of another branch',
    finalInvoiceEntry(exampleDocument({ rows: [{ price: 1000 }] }), [
      { tax_index: 0, branch_id: 2, net: 400, tax: 60, net_base: 400, tax_base: 60 },
    ]),
    'AR D690.00; REV_SRV C1000.00; VAT_OUT C90.00; INTERBR D400.00; CONTRACT_LIAB@2 D400.00; INTERBR@2 C400.00',
  ],
  ['box 14: more is due than was said', corrected('increase'), 'ROUNDING D25.00; VAT_OUT C25.00'],
  ['box 14: less is due', corrected('decrease'), 'VAT_IN D25.00; ROUNDING C25.00'],
  [
    'V41',
    writeOffEntry(sales, { ...facts, document_id: 1, amount: 690, amount_base: 690, account: 'BAD_DEBT' }),
    'BAD_DEBT D690.00; AR C690.00',
  ],
  ['V42', manualEntry([debit('DEPR', 250, main), credit('ACCDEP', 250, main)]), 'DEPR D250.00; ACCDEP C250.00'],
  [
    'V43',
    [
      vatSettlementEntry(held({ VAT_OUT: -240, VAT_IN: 200 })),
      manualEntry([debit('VAT_SETTLE', 40, main), credit('BANK', 40, main)]),
    ],
    'VAT_OUT D240.00; VAT_IN C200.00; VAT_SETTLE C40.00 // VAT_SETTLE D40.00; BANK C40.00',
  ],
  [
    'V44',
    vatSettlementEntry(held({ VAT_OUT: -100, VAT_IN: 180 })),
    'VAT_OUT D100.00; VAT_SETTLE D80.00; VAT_IN C180.00',
  ],
  [
    'V47',
    yearCloseEntry(
      held({ REV_GOODS: -600, REV_SRV: -1000, SALES_RET: 200, COGS: 300, EXP_DEFAULT: 333.33, FX_LOSS_R: 20 }),
    ),
    'REV_GOODS D600.00; REV_SRV D1000.00; SALES_RET C200.00; COGS C300.00; EXP_DEFAULT C333.33; FX_LOSS_R C20.00; RETAINED C746.67',
  ],
  ['V48', lossClose, 'REV_SRV D100.00; RETAINED D60.00; EXP_DEFAULT C160.00'],
  ['V49', reverse(lossClose), 'EXP_DEFAULT D160.00; REV_SRV C100.00; RETAINED C60.00'],
  [
    'V47 over branches',
    yearCloseEntry([...held({ REV_SRV: -10 }), ...held({ REV_SRV: -5 }, 2)]),
    'REV_SRV D10.00; RETAINED C10.00; REV_SRV@2 D5.00; RETAINED@2 C5.00',
  ],
  [
    'V51',
    manualEntry([debit('ZAKAT_EXP', 2500, main), credit('ZAKAT_PROV', 2500, main)]),
    'ZAKAT_EXP D2500.00; ZAKAT_PROV C2500.00',
  ],
  ['V52', clearOpeningEntry(1, '-42946.90', 40000), 'OPEN_EQ D42946.90; CAPITAL C40000.00; RETAINED C2946.90'],
  [
    'V55',
    advanceWriteOffEntry(purchases, { ...facts, amount: 10, amount_base: 10, account: 'ROUNDING' }),
    'ROUNDING D10.00; SUPP_ADV C10.00',
  ],
]

test.each(vectors)('%s', (_, entries, notation) => {
  expect(written(entries, { 11: 'BANK_EUR' })).toBe(vector(notation))
})

test('box 14 shows how much more or less is due', () => {
  expect([corrected('increase'), corrected('decrease')].map(boxes)).toEqual(['14 0.00 25.00', '14 0.00 -25.00'])
})

test('V21 in dinars: what rises by five fils is posted', () => {
  const balance = { ...main, amount: 100, carried_base: '30.750', closing_rate: '0.30755' }
  const { lines } = revaluationEntry(sales, [balance], 3)
  expect(lines.map(({ account, debit, credit }) => `${account} ${text(debit.minus(credit))}`)).toEqual([
    'AR_FXADJ 0.005',
    'FX_GAIN_U -0.005',
  ])
})

test('duty is allocated by value, by quantity without values, and never to goods without value', () => {
  const spread = (...goods: [quantity: number, value: number][]) =>
    spreadDuty(
      100,
      goods.map(([quantity, value]) => ({ quantity, value })),
      2,
    ).map((x) => text(x))
  expect(spread([1, 300], [3, 100])).toEqual(['75', '25'])
  expect(spread([1, 0], [3, 0])).toEqual(['25', '75'])
  expect(spread([1, 300], [3, 0])).toEqual(['100', '0'])
})

test('V23: no foreign amount moves; V32 and V34: what the return shows', () => {
  expect(bank.lines.map(({ amount_currency }) => text(amount_currency))).toEqual(['0', '0'])
  expect([customs, advance, final].map(boxes)).toEqual(['8 1000.00 150.00', '1 400.00 60.00', '1 600.00 90.00'])
})

test('V33: tax that may not be deducted is cost', () => {
  const lines = [{ net: 1000, tax_key: '8' }]
  const taxes = [{ key: '8', base: 1000, tax: 150, recoverable_percent: 0 }]
  const borne = capitalizeNonrecoverableTax({ lines, taxes, decimals: 2 })
  const document = exampleDocument({
    rows: [{ account: 'EXP_DEFAULT', price: 1000 }],
    taxes: [{ tax_id: 8, box: null }],
  })
  const totals = { ...document.totals, lines: borne.lines.map((net) => ({ net })), taxes: borne.taxes }
  const entry = documentEntry(purchases, { ...document, totals, base: { ...document.base, ...borne } })
  expect(written(entry)).toBe(vector('EXP_DEFAULT D1150.00; AP C1150.00'))
  expect(entry.taxes).toEqual([])
})

test('half of the tax is lost: rows share it, the rest stays deductible', () => {
  const lines = [
    { net: 10, tax_key: 'S' },
    { net: 20, tax_key: 'S' },
    { net: 5, tax_key: 'O' },
  ]
  const taxes = [
    { key: 'S', base: 30, tax: '4.50', recoverable_percent: 50 },
    { key: 'O', base: 5, tax: 0, recoverable_percent: 100 },
  ]
  const borne = capitalizeNonrecoverableTax({ lines, taxes, decimals: 2 })
  expect(borne.lines.map((x) => text(x))).toEqual(['10.75', '21.5', '5'])
  expect(borne.taxes.map(({ base, tax }) => [text(base), text(tax)])).toEqual([
    ['15', '2.25'],
    ['5', '0'],
  ])
})

test('a typed entry keeps its lines apart and must balance', () => {
  const typed = [debit('DEPR', 1, main), debit('DEPR', 1, main), credit('ACCDEP', 2, main)]
  expect(manualEntry(typed).lines).toHaveLength(3)
  expect(() => manualEntry(typed.slice(1))).toThrow(UnbalancedEntry)
  expect(text(imbalance(typed.slice(1)))).toBe('-1')
})

test('a typed foreign entry balances in base', () => {
  const lines = [
    { debit: '33.33', credit: 0 },
    { debit: '33.33', credit: 0 },
    { debit: '33.34', credit: 0 },
    { debit: 0, credit: 100 },
  ]
  const base = journalInBase(lines, '4.1234', 2)
  expect(base.map(({ debit, credit }) => [text(debit), text(credit)])).toEqual([
    ['137.43', '0'],
    ['137.43', '0'],
    ['137.48', '0'],
    ['0', '412.34'],
  ])
})

test('a product knows its accounts', () => {
  const product = { type: 'product', unlimited_quantity: false } as const
  const endless = { ...product, unlimited_quantity: true }
  const service = { ...product, type: 'service' } as const
  expect([product, endless, service].map(isStocked)).toEqual([true, false, false])
  expect([product, endless, service].map(incomeAccount)).toEqual(['REV_GOODS', 'REV_GOODS', 'REV_SRV'])
  expect([product, endless, service].map(purchaseAccount)).toEqual(['INV', 'NONSTOCK', 'EXP_DEFAULT'])
  expect(incomeAccount({ ...service, income_account_id: 9 })).toBe(9)
  expect(purchaseAccount({ ...product, expense_account_id: 9 })).toBe('INV')
  expect([endless, service].map((one) => purchaseAccount({ ...one, expense_account_id: 9 }))).toEqual([9, 9])
})
