import { type PartyKind, purchases, type Side, sales } from '#contract/documents/sides.ts'
import type { ReceiptSubject } from '#contract/imports/imports.ts'
import { wordList } from '#contract/imports/word-list.ts'
import { type Decimal, decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { KnownColumn } from '#server/reading/guess-columns.ts'
import { foldWord } from '#server/reading/values/words.ts'
import { showInventoryValuation } from '#server/reports/inventory/inventory-valuation.ts'
import { showAged } from '#server/reports/receivables/aging-report.ts'
import { accountNames, mainAccountNames, partyNames, productNames } from '../kinds/look-ups.ts'
import type { NameIndex } from '../kinds/name-index.ts'
import { accountBalances } from './account-balances.ts'

type NumberedRecord = { id: number; number: string; name: string; name_en: string | null }
/** One subject of the comparison: the columns of its report, its names, and our balances. */
export type Subject = {
  columns: readonly KnownColumn[]
  names: (context: Context) => Promise<NameIndex>
  /** Records that are sums of others, and are not compared themselves. */
  groups?: (context: Context) => Promise<NameIndex>
  ours: (context: Context, day: string) => Promise<Map<number, Decimal>>
  facts: (context: Context, ids: readonly number[]) => Promise<NumberedRecord[]>
}

const columns = (heads: Record<string, readonly string[]>): readonly KnownColumn[] =>
  Object.entries(heads).map(([key, words]) => ({
    column: { key, type: 'text', heads: words, example: '' },
    words: words.map(foldWord),
  }))
const total = wordList(`
  الرصيد المتبقي, المتبقي, الرصيد, إجمالي المستحق, المستحق, open balance, balance due, outstanding, outstanding amount, balance, total
  due, الإجمالي, المجموع, total
`)

const balances: Subject = {
  columns: columns({
    number: [
      'رقم الحساب',
      'رمز الحساب',
      'كود الحساب',
      'الرقم',
      'الكود',
      'الرمز',
      'account number',
      'account code',
      'code',
      'number',
      'account no',
    ],
    name: ['اسم الحساب', 'الحساب', 'البيان', 'account', 'account name', 'name', 'particulars'],
    balance: wordList(`
      الرصيد الختامي, رصيد آخر المدة, صافي الرصيد, الرصيد, closing balance, ending balance, end balance, net balance, balance, net,
      amount
    `),
  }),
  names: accountNames,
  groups: mainAccountNames,
  ours: accountBalances,
  facts: ({ db }, ids) =>
    db.selectFrom('accounts').select(['id', 'number', 'name', 'name_en']).where('id', 'in', ids).execute(),
}

/** The open amount of a party less its advances, as in the ageing report. */
const owed = (side: Side, kind: PartyKind, words: readonly string[]): Subject => ({
  columns: columns({
    number: ['الرقم الضريبي', 'رقم التسجيل الضريبي', 'tax number', 'vat number', 'vat registration number'],
    name: [...words, ...wordList('الاسم, اسم الجهة, الجهة, contact name, contact, party, party name, partner, name')],
    balance: total,
  }),
  names: (context) => partyNames(context, kind),
  ours: async (context, day) => {
    const found = new Map<number, Decimal>()
    let after: string | undefined = '0'
    while (after !== undefined) {
      const sheet = await showAged(side)(
        context,
        { to: day, after } as Parameters<ReturnType<typeof showAged>>[1],
        1000,
      )
      for (const row of sheet.rows)
        if (row.key.startsWith('party:')) found.set(idOf(row.key), decimal(row.figures.total ?? '0'))
      after = sheet.next ?? undefined
    }
    return found
  },
  facts: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('parties')
      .select(['id', 'tax_number', 'name', 'name_en'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ tax_number, ...row }) => ({ ...row, number: tax_number ?? '' }))
  },
})

const stock: Subject = {
  columns: columns({
    number: ['رمز المنتج', 'رمز الصنف', 'الرمز', 'الكود', 'code', 'item code', 'product code', 'sku'],
    name: ['المنتج', 'اسم المنتج', 'الصنف', 'اسم الصنف', 'product', 'product name', 'item', 'item name', 'name'],
    balance: [
      'القيمة',
      'قيمة المخزون',
      'إجمالي القيمة',
      'إجمالي التكلفة',
      'قيمة المخزون الختامي',
      'stock value',
      'inventory asset value',
      'inventory value',
      'asset value',
      'balance value',
      'closing value',
      'total value',
      'total cost',
      'value',
    ],
  }),
  names: productNames,
  ours: async (context, day) => {
    const sheet = await showInventoryValuation(context, { to: day } as Parameters<typeof showInventoryValuation>[1])
    const lines = sheet.rows.filter(({ key }) => key.startsWith('product:'))
    return new Map(lines.map((row) => [idOf(row.key), decimal(row.figures.value ?? '0')]))
  },
  facts: async ({ db }, ids) => {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'code', 'name', 'name_en'])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ code, ...row }) => ({ ...row, number: code }))
  },
}

const idOf = (key: string) => Number(key.slice(key.indexOf(':') + 1))

export const receiptSubjects: Record<ReceiptSubject, Subject> = {
  balances,
  receivables: owed(sales, 'customer', ['العميل', 'اسم العميل', 'customer', 'customer name', 'client']),
  payables: owed(purchases, 'supplier', ['المورد', 'اسم المورد', 'supplier', 'supplier name', 'vendor', 'vendor name']),
  stock,
}
