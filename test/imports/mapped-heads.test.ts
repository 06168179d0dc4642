import { beforeAll, describe, expect, test } from 'vitest'
import type { ImportKindName } from '#contract/imports/import-kinds.ts'
import { loadWords } from '#server/core/locale.ts'
import { guessMapping } from '#server/imports/guess-mapping.ts'
import { knownColumns } from '#server/imports/known-columns.ts'
import { placeBalances } from '#server/imports/receipt/balance-places.ts'
import { receiptSubjects } from '#server/imports/receipt/receipt-subjects.ts'
import { findHeads, headsAt } from '#server/reading/head-rows.ts'

// Which column is which, by heads in one row or two and by the rows below: the closing balance, and the name of a company.

let services: { words: Awaited<ReturnType<typeof loadWords>> }
beforeAll(async () => {
  services = { words: await loadWords() }
})
const table = (text: string) => text.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
const known = (kind: ImportKindName) => knownColumns({ services } as never, kind)

/** The head that each mapped column takes. */
function mapped(kind: ImportKindName, text: string, row?: number) {
  const rows = table(text)
  const { at, heads, labels } = row === undefined ? findHeads(rows, known(kind)) : headsAt(rows, row, known(kind))
  const mapping = guessMapping(kind, { heads, labels, rows: rows.slice(at + 1) }, known(kind))
  return Object.fromEntries(
    mapping.filter(({ source }) => source >= 0).map(({ column, source }) => [column, heads[source]]),
  )
}
/** The columns of the amounts that the comparison with the earlier system reads. */
function compared(text: string) {
  const rows = table(text)
  const places = placeBalances(rows, receiptSubjects.balances.columns)
  if (!places) return null
  const { balance, debits, credits } = places
  return { balance, debits, credits }
}

describe('the closing balance of a trial balance, in an import and in a comparison', () => {
  const erpnext = `Account|Opening (Dr)|Opening (Cr)|Debit|Credit|Closing (Dr)|Closing (Cr)
110101|20000|0|80000|0|100000|0
310101|0|20000|0|80000|0|100000`
  const odoo = `Account|Initial Balance|Debit|Credit|End Balance
110101|20000|15000|10000|25000
310101|-20000|10000|15000|-25000`
  const arabic = `ميزان المراجعة
رقم الحساب|اسم الحساب|رصيد افتتاحي||الحركة||الرصيد الختامي|
||مدين|دائن|مدين|دائن|مدين|دائن
110101|الصندوق|1000||500||1500|
310101|رأس المال||1000||500||1500`
  test('is taken before the movement, as a pair or as one signed column', () => {
    expect(mapped('opening_lines', erpnext)).toEqual({
      account_id: 'Account',
      debit: 'Closing (Dr)',
      credit: 'Closing (Cr)',
    })
    expect(compared(erpnext)).toEqual({ balance: undefined, debits: [5], credits: [6] })
    expect(mapped('opening_lines', odoo)).toEqual({ account_id: 'Account', net_amount: 'End Balance' })
    expect(compared(odoo)).toEqual({ balance: 4, debits: [], credits: [] })
  })
  test('is read below heads that are merged over two rows', () => {
    const expected = { account_id: 'رقم الحساب', debit: 'الرصيد الختامي - مدين', credit: 'الرصيد الختامي - دائن' }
    expect(mapped('opening_lines', arabic)).toEqual(expected)
    expect(mapped('opening_lines', arabic, 2)).toEqual(expected)
    expect(compared(arabic)).toEqual({ balance: undefined, debits: [6], credits: [7] })
  })
  test('is asked for where the figures of one column have no sign, or only movements follow an opening balance', () => {
    const unsigned = odoo.replaceAll('-', '')
    expect(mapped('opening_lines', unsigned)).toEqual({ account_id: 'Account' })
    expect(compared(unsigned)).toBeNull()
    const movement = `Account|Opening Debit|Opening Credit|Debit|Credit\n110101|1000||500|`
    expect(mapped('opening_lines', movement)).toEqual({ account_id: 'Account' })
  })
  test('is debit and credit where the balance next to them is their difference', () => {
    const net = `Account|Debit|Credit|Balance\n110101|500|100|400\n310101||400|400`
    const pair = { account_id: 'Account', debit: 'Debit', credit: 'Credit' }
    expect(mapped('opening_lines', net)).toEqual(pair)
    expect(mapped('opening_lines', net.replaceAll(/400$/gm, ''))).toEqual(pair)
  })
})

test('heads that are merged over other columns are read in each kind', () => {
  const journal = `رقم القيد|التاريخ|الحساب|المبلغ|
|||مدين|دائن
1|2026-01-05|110101|5|`
  expect(mapped('journal_entries', journal)).toMatchObject({
    account_id: 'الحساب',
    debit: 'المبلغ - مدين',
    credit: 'المبلغ - دائن',
  })
  const titled = `Horizon Trading\nCustomer|Email|Phone\nA|a@example.sa|1`
  expect(mapped('customers', titled)).toMatchObject({ name: 'Customer', email: 'Email' })
})

test('a column of amounts is no rate of a tax', () => {
  const invoices = (tax: string) => `Number|Partner|Tax|Invoice lines/Taxes\n1|A|${tax}|15%`
  expect(mapped('invoices', invoices('150.00')).tax_rate).toBe('Invoice lines/Taxes')
})

describe('the name of a party', () => {
  test.each([
    ['Customer|Company|Phone Numbers|Email|Full Name\nBasalt Stone Co.|Basalt|1|a@example.sa|Omar Said', 'Customer'],
    ['الاسم|اسم المنظمة|البريد\nعمر سعيد|شركة البازلت|a@example.sa', 'اسم المنظمة'],
    ['Contact Name|Company Name|Email\nOmar Said|Basalt|a@example.sa', 'Company Name'],
    ['Contact Name|Company Name|Email\nOmar Said|Basalt|a@example.sa\nSami Nur||b@example.sa', 'Contact Name'],
    ['Name|Email\nBasalt|a@example.sa', 'Name'],
  ])('%s', (text, expected) => {
    expect(mapped('customers', text).name).toBe(expected)
  })
})
