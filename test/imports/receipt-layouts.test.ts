import { describe, expect, test } from 'vitest'
import { text } from '#ledger/money.ts'
import { accountNames } from '#server/imports/kinds/look-ups.ts'
import { nameIndex } from '#server/imports/kinds/name-index.ts'
import { readBalances } from '#server/imports/receipt/read-balances.ts'
import { receiptSubjects } from '#server/imports/receipt/receipt-subjects.ts'
import { readTable } from '#server/reading/read-table.ts'
import { csv, type Row, xlsx } from './table-files.ts'

// Trial balances, ageings and stock values in the layouts of other programs.

type Account = { id: number; number: string; name: string; name_en: string; type: string }
const accounts: Account[] = [
  { id: 1, number: '1101', name: 'النقد', name_en: 'Cash and banks', type: 'main' },
  { id: 2, number: '110101', name: 'الصندوق الرئيسي', name_en: 'Main cash box', type: 'sub' },
  { id: 3, number: '110103', name: 'البنك', name_en: 'Bank', type: 'sub' },
  { id: 4, number: '310101', name: 'رأس المال', name_en: 'Capital', type: 'sub' },
]
/** Answers the accounts that a query asks for. */
const db = {
  selectFrom: () => ({
    select: () => ({
      where: (_: string, sign: string) => ({
        execute: async () => accounts.filter(({ type }) => (type === 'sub') === (sign === '=')),
      }),
    }),
  }),
}
const context = { db } as never
const numbers = new Map(accounts.map(({ id, number }) => [id, number]))

const rowsOf = (data: Uint8Array) => Array.fromAsync(readTable(data, 'balance_file'))

async function balancesOf(rows: readonly Row[]) {
  const { known, unknown } = await readBalances(context, receiptSubjects.balances, await rowsOf(Buffer.from(csv(rows))))
  return {
    known: Object.fromEntries([...known].map(([id, amount]) => [numbers.get(id), text(amount)])),
    unknown: unknown.map(({ number, name, theirs }) => `${number || name} ${theirs}`),
  }
}
const expected = { known: { '110101': '1500', '110103': '-250', '310101': '-1250' }, unknown: [] }

describe('a trial balance', () => {
  test('of Zoho Books: titles, groups without figures, net debit and credit', async () => {
    const rows: Row[] = [
      ['Invented Company'],
      ['Trial Balance'],
      ['As of 31 Jan 2026'],
      ['Account', 'Account Code', 'Net Debit', 'Net Credit'],
      ['Assets', '', '', ''],
      ['Main cash box', '110101', '1,500.00', ''],
      ['Bank', '110103', '', '250.00'],
      ['Equities', '', '', ''],
      ['Capital', '310101', '', '1,250.00'],
      ['Total for Trial Balance', '', '1,500.00', '1,500.00'],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('of QuickBooks: no head above the names, and a total', async () => {
    const rows: Row[] = [
      ['Invented Company'],
      ['Trial Balance'],
      ['', 'Debit', 'Credit'],
      ['110101 Main cash box', '1,500.00', ''],
      ['Assets:Bank', '', '250.00'],
      ['Capital', '', '1,250.00'],
      ['TOTAL', 'SAR 1,500.00', 'SAR 1,500.00'],
      [],
      ['Saturday, January 31, 2026 10:15 AM - Accrual basis'],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('of ERPNext: opening, movement and closing, and groups that sum up', async () => {
    const rows: Row[] = [
      ['Account', 'Opening (Dr)', 'Opening (Cr)', 'Debit', 'Credit', 'Closing (Dr)', 'Closing (Cr)'],
      ['1101 - Cash and banks - IC', '1000', '0', '500', '250', '1500', '250'],
      ['110101 - Main cash box - IC', '1000', '0', '500', '0', '1500', '0'],
      ['110103 - Bank - IC', '0', '0', '0', '250', '0', '250'],
      ['310101 - Capital - IC', '0', '1000', '0', '250', '0', '1250'],
      ['Total', '1000', '1000', '500', '500', '1500', '1500'],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('of Odoo: heads in two rows, the upper ones merged', async () => {
    const rows: Row[] = [
      ['', '', 'Initial Balance', '', '2026', '', 'End Balance', ''],
      ['Code', 'Account', 'Debit', 'Credit', 'Debit', 'Credit', 'Debit', 'Credit'],
      ['110101', 'Main cash box', 1000, 0, 500, 0, 1500, 0],
      ['110103', 'Bank', 0, 0, 0, 250, 0, 250],
      ['310101', 'Capital', 0, 1000, 0, 250, 0, 1250],
      ['', 'Total', 1000, 1000, 500, 500, 1500, 1500],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('of an accountant in Arabic: merged heads, Arabic digits, main accounts with their sums', async () => {
    const rows: Row[] = [
      ['ميزان المراجعة كما في ٣١/٠١/٢٠٢٦'],
      ['رقم الحساب', 'اسم الحساب', 'رصيد أول المدة', '', 'الحركة', '', 'الرصيد الختامي', ''],
      ['', '', 'مدين', 'دائن', 'مدين', 'دائن', 'مدين', 'دائن'],
      ['١١٠١', 'النقد', '١٬٠٠٠', '-', '٥٠٠', '٢٥٠', '١٬٢٥٠', '-'],
      ['١١٠١٠١', 'الصندوق الرئيسى', '١٬٠٠٠', '-', '٥٠٠', '-', '١٬٥٠٠٫٠٠', '-'],
      ['١١٠١٠٣', 'البنك', '-', '-', '-', '٢٥٠', '-', '٢٥٠'],
      ['٣١٠١٠١', 'رأس المال', '-', '١٬٠٠٠', '-', '٢٥٠', '-', '١٬٢٥٠'],
      ['', 'الإجمالي', '١٬٠٠٠', '١٬٠٠٠', '٥٠٠', '٥٠٠', '١٬٧٥٠', '١٬٧٥٠'],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('of Tally and Xero: one column with sides, or the year to date next to the month', async () => {
    const tally: Row[] = [
      ['Particulars', 'Closing Balance'],
      ['Main cash box', '1,500.00 Dr'],
      ['Bank', '250.00 Cr'],
      ['Capital', '1,250.00 Cr'],
      ['Grand Total', ''],
    ]
    expect(await balancesOf(tally)).toEqual(expected)
    const worded: Row[] = [
      ['الحساب', 'الرصيد', 'مدين/دائن'],
      ['الصندوق الرئيسي', '1,500.00', 'مدين'],
      ['البنك', '250.00', 'دائن'],
      ['رأس المال', '1,250.00', 'دائن'],
    ]
    expect(await balancesOf(worded)).toEqual(expected)
    const xero: Row[] = [
      [
        'Account Code',
        'Account',
        'Account Type',
        'Debit - Month',
        'Credit - Month',
        'Debit - Year to date',
        'Credit - Year to date',
      ],
      ['110101', 'Main cash box', 'Bank', '500', '', '1500', ''],
      ['110103', 'Bank', 'Bank', '', '250', '', '250'],
      ['310101', 'Capital', 'Equity', '', '', '', '1250'],
    ]
    expect(await balancesOf(xero)).toEqual(expected)
  })
  test('with opening balances and the movement alone is their sum', async () => {
    const rows: Row[] = [
      ['Account', 'Opening debit', 'Opening credit', 'Debit', 'Credit'],
      ['110101', '1000', '', '500', ''],
      ['110103', '', '', '', '250'],
      ['310101', '', '1000', '', '250'],
    ]
    expect(await balancesOf(rows)).toEqual(expected)
  })
  test('names what is no account of ours, and refuses a figure that is none', async () => {
    const rows: Row[] = [
      ['Account', 'Debit', 'Credit'],
      ['Unknown account', '5', ''],
      ['110101', '1', ''],
    ]
    expect(await balancesOf(rows)).toEqual({ known: { '110101': '1' }, unknown: ['Unknown account 5'] })
    await expect(
      balancesOf([
        ['Account', 'Debit', 'Credit'],
        ['110101', '1.0.0x', ''],
      ]),
    ).rejects.toMatchObject({
      code: 'balance_figure',
    })
    await expect(
      balancesOf([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).rejects.toMatchObject({ code: 'balance_columns' })
  })
  test('is found by the numbers of our accounts', async () => {
    expect((await accountNames(context)).find('110101 - Main cash box')).toBe(2)
  })
})

test('an ageing by invoice is added up by customer, also where the customer is above the invoices', async () => {
  const names = nameIndex([
    [1, 'Horizon Trading Co.', null],
    [2, 'شركة النور', null],
  ])
  const subject = { ...receiptSubjects.receivables, names: async () => names }
  const detail = await xlsx({
    sheets: {
      Ageing: [
        ['A/R Ageing Detail'],
        ['Date', 'Transaction Type', 'Num', 'Due Date', 'Amount', 'Open Balance'],
        ['Horizon Trading Co.'],
        ['01/02/2026', 'Invoice', '1', '01/03/2026', 500, 300],
        ['02/02/2026', 'Invoice', '2', '02/03/2026', 200, 200],
        ['Total for Horizon Trading Co.', null, null, null, 700, 500],
        ['شركة النور'],
        ['02/02/2026', 'Invoice', '3', '02/03/2026', 50, 50],
        ['TOTAL', null, null, null, 750, 550],
      ],
    },
  })
  const read = async (data: Buffer) =>
    Object.fromEntries(
      [...(await readBalances(context, subject, await rowsOf(data))).known].map(([id, amount]) => [id, String(amount)]),
    )
  expect(await read(detail)).toEqual({ 1: '500', 2: '50' })
  const summary: Row[] = [
    ['Customer Name', 'Current', '1-15 Days', '> 45 Days', 'Total'],
    ['Horizon Trading Co.', '300.00', '200.00', '0.00', '500.00'],
    ['شركة النور', '0.00', '0.00', '50.00', '50.00'],
    ['Total', '300.00', '200.00', '50.00', '550.00'],
  ]
  expect(await read(Buffer.from(csv(summary)))).toEqual({ 1: '500', 2: '50' })
})
