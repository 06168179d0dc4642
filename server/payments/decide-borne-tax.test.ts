import { expect, test } from 'vitest'
import { purchases } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import { Calendar } from '#server/journal/periods.ts'
import { accountsBy, addedRows, callerOf, openYear, refusalOf } from '../../test/harness/posting/decisions.ts'
import type { PaymentInput } from './payment-input.ts'
import { recordPayment } from './record-payment.ts'

// What a payment to a non-resident withholds or bears, without a database (decision 0248).

const riyal = 1
const dollar = 2
const organization = { currency_id: riyal, decimals: 2, manual_numbers: false, settlement_tolerance: '0' }
const active = (id: number) => ({ id, row: { status: 'active' } })
const roles: Record<string, number> = { AP: 101, SUPP_ADV: 102, WHT: 103, WHT_BORNE: 104 }
const usual = {
  calendar: new Calendar([openYear], [], false),
  references: new Map([
    ['supplier_id', active(5)],
    ['branch_id', active(1)],
    ['payment_method_id', active(3)],
    ['currency_id', active(riyal)],
  ]),
  method: { account_id: 201, moves_money: true },
  rate: '1',
  inputTax: undefined,
  filedWithholding: [{ from: '2026-05-01', to: '2026-05-31' }],
  settled: [],
  accounts: accountsBy((role) => roles[role] as number),
  documents: new Map(),
  isNumberTaken: false,
}
const payment: PaymentInput = {
  payment_number: 'PAY-2026-000001',
  payment_date: '2026-06-10',
  party_id: 5,
  branch_id: 1,
  payment_method_id: 3,
  currency_id: riyal,
  amount: '9500',
  withholding_borne: true,
  references: [],
}
type Change = { input?: Partial<PaymentInput>; facts?: Partial<Record<keyof typeof usual, unknown>> }
const decided = ({ input, facts }: Change) =>
  recordPayment.decide(callerOf(organization), { ...usual, ...facts } as never, {
    side: purchases,
    input: { ...payment, ...input },
  })
const treaty = { withholding_type: 'royalties', withholding_rate: '0', withholding_certificate: 'AE-1' }

test.each<[string, Partial<PaymentInput>, string, string]>([
  ['refuses to bear a tax that is not withheld', {}, 'withholding_nothing_borne', 'withholding_borne'],
  ['refuses to bear what a treaty exempts', treaty, 'withholding_nothing_borne', 'withholding_borne'],
  [
    'refuses to bear more than the rate of the law',
    { withholding_type: 'rent', withholding_rate: '15' },
    'withholding_rate_above',
    'withholding_rate',
  ],
  [
    'refuses to bear less than the law without a certificate',
    { withholding_type: 'royalties', withholding_rate: '5' },
    'withholding_certificate_needed',
    'withholding_certificate',
  ],
  [
    'refuses to bear tax of a filed month',
    { withholding_rate: '5', payment_date: '2026-05-31' },
    'withholding_filed',
    'payment_date',
  ],
])('%s', (_, input, code, field) => {
  expect(refusalOf(() => decided({ input }))).toEqual({ code, fields: [field] })
})

type Figures = [amount: string, rate: string, borne: boolean, withheld: string, lines: string[]]
test.each<Figures>([
  ['9500', '5', true, '500', ['WHT_BORNE 500 0', 'SUPP_ADV 9500 0', 'WHT 0 500', '201 0 9500']],
  ['850', '15', true, '150', ['WHT_BORNE 150 0', 'SUPP_ADV 850 0', 'WHT 0 150', '201 0 850']],
  ['1000', '20', true, '250', ['WHT_BORNE 250 0', 'SUPP_ADV 1000 0', 'WHT 0 250', '201 0 1000']],
  // 100 × 5 / 95 is rounded to the halala once.
  ['100', '5', true, '5.26', ['WHT_BORNE 5.26 0', 'SUPP_ADV 100 0', 'WHT 0 5.26', '201 0 100']],
  ['0.05', '5', true, '0', ['SUPP_ADV 0.05 0', '201 0 0.05']],
  ['10000', '5', false, '500', ['SUPP_ADV 10000 0', 'WHT 0 500', '201 0 9500']],
])('accounting rule 2.1-17: %s at %s percent, borne %s, is %s of tax', (amount, rate, borne, withheld, lines) => {
  const { plan } = decided({ input: { amount, withholding_rate: rate, withholding_borne: borne } })
  expect(addedRows(plan, 'payments')).toMatchObject([{ withheld, withholding_borne: borne }])
  const posted = plan.entries.flatMap(({ entry }) => entry.lines)
  const shown = posted.map(({ account, debit, credit }) => [account, text(debit), text(credit)].join(' '))
  expect(shown.toSorted()).toEqual(lines.toSorted())
})

test('tax borne of foreign money is an expense at the rate of the payment', () => {
  const { plan } = decided({
    input: { currency_id: dollar, amount: '95', withholding_rate: '5' },
    facts: { rate: '3.75' },
  })
  expect(addedRows(plan, 'payments')).toMatchObject([{ withheld: '5', withheld_base: '18.75', amount_base: '356.25' }])
})
