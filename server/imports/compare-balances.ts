import { sql } from 'kysely'
import type { Upload } from '#contract/fields/choice.ts'
import { type Decimal, decimal, text, zero } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { movementsThrough } from '#server/journal/balances-as-of.ts'
import { accountNames } from './kinds/look-ups.ts'
import { guessColumns, headRowOf, type KnownColumn } from './reading/guess-columns.ts'
import { type FileRow, readTable } from './reading/read-table.ts'
import { provenMark, readFigure } from './values/figures.ts'
import { foldWord } from './values/words.ts'

const field = 'balance_file'
const known: readonly KnownColumn[] = Object.entries({
  number: [
    'رقم الحساب',
    'رمز الحساب',
    'الرقم',
    'الكود',
    'account number',
    'account code',
    'code',
    'number',
    'account no',
  ],
  name: ['الحساب', 'اسم الحساب', 'account', 'account name', 'name'],
  debit: [
    'الرصيد الختامي مدين',
    'رصيد ختامي مدين',
    'closing balance debit',
    'مدين',
    'رصيد مدين',
    'debit',
    'closing debit',
    'debit balance',
  ],
  credit: [
    'الرصيد الختامي دائن',
    'رصيد ختامي دائن',
    'closing balance credit',
    'دائن',
    'رصيد دائن',
    'credit',
    'closing credit',
    'credit balance',
  ],
  balance: ['الرصيد', 'الرصيد الختامي', 'balance', 'closing balance', 'net'],
}).map(([key, heads]) => ({ column: { key, type: 'text', heads, example: '' }, words: heads.map(foldWord) }))

/**
 * The receipt of moving in: the trial balance of the system before against ours at the end of a day, account by account. What differs
 * is named; an account that only one of both has counts as zero in the other.
 */
export async function compareBalances(context: Context, day: string, file: Upload) {
  const theirs = await readBalances(context, file)
  const ours = await ourBalances(context, day)
  const accounts = new Map([...ours, ...theirs.known].map(([id]) => [id, ours.get(id)]))
  const facts = await context.db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en'])
    .where('id', 'in', [...accounts.keys(), 0])
    .execute()
  const rows = facts.flatMap((account) => {
    const [their, our] = [theirs.known.get(account.id) ?? zero, ours.get(account.id) ?? zero]
    return their.eq(0) && our.eq(0)
      ? []
      : [{ ...account, theirs: text(their), ours: text(our), difference: text(our.minus(their)) }]
  })
  const differing = rows.filter((row) => !decimal(row.difference).eq(0)).length
  return {
    date: day,
    rows: rows.toSorted((one, other) => one.number.localeCompare(other.number)),
    unknown: theirs.unknown,
    equal: rows.length - differing,
    differing: differing + theirs.unknown.length,
  }
}

async function readBalances(context: Context, file: Upload) {
  const rows: FileRow[] = []
  for await (const row of readTable(file.data, field)) rows.push(row)
  const cells = rows.map((row) => row.cells)
  const at = headRowOf(cells.slice(0, 20), known)
  const places = guessColumns(cells[at] ?? [], known)
  const hasAmount = places.balance !== undefined || places.debit !== undefined || places.credit !== undefined
  if ((places.number ?? places.name) === undefined || !hasAmount) throw new Refusal('balance_columns', { field })
  const body = cells.slice(at + 1)
  const mark = provenMark(body.flat()) ?? '.'
  const names = await accountNames(context)
  const at_ = (row: readonly string[], key: string) => (places[key] === undefined ? '' : (row[places[key]] ?? ''))
  const figure = (row: readonly string[], key: string) => decimal(readFigure(at_(row, key), mark) ?? '0')
  const found = new Map<number, Decimal>()
  const unknown: { number: string; name: string; theirs: string }[] = []
  for (const row of body) {
    const amount =
      places.balance === undefined ? figure(row, 'debit').minus(figure(row, 'credit')) : figure(row, 'balance')
    const [number, name] = [at_(row, 'number'), at_(row, 'name')]
    if (amount.eq(0) || (number === '' && name === '')) continue
    const id = (number ? names.find(number) : undefined) ?? names.find(name)
    if (id === undefined) unknown.push({ number, name, theirs: text(amount) })
    else found.set(id, (found.get(id) ?? zero).plus(amount))
  }
  return { known: found, unknown }
}

async function ourBalances(context: Context, day: string): Promise<Map<number, Decimal>> {
  const { rows } = await sql<{ account_id: number; balance: string }>`
    SELECT account_id, sum(debit - credit) AS balance FROM (${movementsThrough(context, day)}) AS movement
    GROUP BY account_id HAVING sum(debit - credit) <> 0`.execute(context.db)
  return new Map(rows.map((row) => [row.account_id, decimal(row.balance)]))
}
