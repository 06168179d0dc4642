import { expect, test } from 'vitest'
import { pastedCells } from '../ui/lines/pastedCells.ts'
import { pastedAccounts, pastedOpeningItems, pastedStock } from './pastedOpening.ts'

const accounts = [
  { id: 1, number: '110103', name: 'البنك', name_en: 'Bank' },
  { id: 2, number: '210501', name: 'قروض', name_en: 'Loans' },
]
const currencies = [
  { id: 1, code: 'SAR', decimals: 2 },
  { id: 3, code: 'USD', decimals: 2 },
]

test('a trial balance with two sides becomes rows, and what is not known keeps its text', () => {
  const text = 'رقم الحساب\tمدين\tدائن\n110103\t1,250.50\t0\n210501\t0.00\t٩٠٠\nحساب قديم\t5\t'
  const rows = pastedAccounts(pastedCells(text), { accounts, currencies })
  expect(rows.map(({ account_id, debit, credit }) => [account_id, debit, credit])).toEqual([
    ['1', '1250.5', ''],
    ['2', '', '900'],
    ['', '5', ''],
  ])
  expect(rows[2]?.account_name).toBe('حساب قديم')
})

test('one balance is a debit, or a credit where it is below nothing', () => {
  const rows = pastedAccounts(pastedCells('Account\tBalance\nBank\t70\nLoans\t(30)'), { accounts, currencies })
  expect(rows.map(({ debit, credit }) => [debit, credit])).toEqual([
    ['70', ''],
    ['', '30'],
  ])
})

test('open items find their party and read the day that comes first', () => {
  const parties = [{ id: 7, name: 'شركة النور', name_en: 'Al Noor' }]
  const facts = { parties, currencies, own: 1, isCredit: false }
  const rows = pastedOpeningItems(
    pastedCells('الاسم\tالرقم\tالاستحقاق\tالمبلغ\tالعملة\nشركه النور\tF-1\t31/12/2026\t-10\tUSD'),
    facts,
  )
  expect(rows[0]).toMatchObject({
    party_id: '7',
    number: 'F-1',
    due_date: '2026-12-31',
    amount: '10',
    currency_id: '3',
  })
  expect(pastedOpeningItems(pastedCells('Al Noor\tA-1\t5'), { ...facts, isCredit: true })[0]).toMatchObject({
    party_id: '7',
    number: 'A-1',
    amount: '5',
    currency_id: '1',
  })
})

test('stock is found by its code before its name', () => {
  const products = [{ id: 4, code: 'P1', name: 'ورق', name_en: 'Paper' }]
  expect(pastedStock(pastedCells('P1\t10\t2.5\nPaper\t3\t2'), products).map((row) => row.product_id)).toEqual([
    '4',
    '4',
  ])
})
