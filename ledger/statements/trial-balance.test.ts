import { expect, test } from 'vitest'
import { text } from '../money.ts'
import { type Columns, trialBalance } from './trial-balance.ts'

const account = (id: number, number: string, type: 'category' | 'main' | 'sub', parent_id: number | null) => ({
  id,
  number,
  type,
  parent_id,
  name: number,
  name_en: null,
})
const accounts = [
  account(1, '1', 'category', null),
  account(2, '11', 'main', 1),
  account(3, '1101', 'sub', 2),
  account(4, '1102', 'sub', 2),
  account(5, '4', 'category', null),
  account(6, '41', 'sub', 5),
]

const balance = trialBalance({
  accounts,
  sums: [
    { account_id: 3, opening: '150.00', debit: '30.00', credit: '200.00' },
    { account_id: 4, opening: 0, debit: '200.00', credit: 0 },
    { account_id: 6, opening: '-50.00', debit: 0, credit: '30.00' },
  ],
  prior_years: '-100.00',
})

function shown({ opening_debit, opening_credit, debit, credit, closing_debit, closing_credit }: Columns): string {
  return [opening_debit, opening_credit, debit, credit, closing_debit, closing_credit].map((x) => text(x)).join(' ')
}

test('parents roll up the net of what is below, each figure on one side', () => {
  expect(balance.rows.map((row) => `${row.number} L${row.level}: ${shown(row)}`)).toEqual([
    '1 L1: 150 0 230 200 180 0',
    '11 L2: 150 0 230 200 180 0',
    '1101 L3: 150 0 30 200 0 20',
    '1102 L3: 0 0 200 0 200 0',
    '4 L1: 0 50 0 30 0 80',
    '41 L2: 0 50 0 30 0 80',
  ])
})

test('unclosed profit has a row of its own, and both sides agree', () => {
  expect(shown(balance.prior_years)).toBe('0 100 0 0 0 100')
  expect(shown(balance.totals)).toBe('150 150 230 230 200 200')
})

test('sums of an unknown account are a programmer error', () => {
  expect(() =>
    trialBalance({ accounts, sums: [{ account_id: 9, opening: 0, debit: 1, credit: 1 }], prior_years: 0 }),
  ).toThrow('9')
})
