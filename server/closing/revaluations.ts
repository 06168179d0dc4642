import { sql } from 'kysely'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type ForeignBalance, foreignBalances } from './foreign-balances.ts'
import { differenceOf, previousRates } from './revalue.ts'

const rows = ({ db }: Context) =>
  db
    .selectFrom('fx_revaluations')
    .select(['id', 'revaluation_date', 'gain', 'loss', 'state as status', 'created_at'])
    .select(sql<boolean>`return_entry_id IS NOT NULL OR items_entry_id IS NULL`.as('is_returned'))

export const listRevaluations = (context: Context) =>
  rows(context).orderBy('revaluation_date', 'desc').orderBy('id', 'desc').execute()

export async function readRevaluation(context: Context, id: number) {
  const row = await rows(context).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  const lines = await context.db
    .selectFrom('fx_revaluation_lines')
    .selectAll()
    .where('fx_revaluation_id', '=', id)
    .orderBy('line_number')
    .execute()
  return {
    ...row,
    lines: await named(
      context,
      lines.map((line) => ({ ...line, is_held: true })),
    ),
  }
}

/** Balances to revalue at the organisation's rates. A currency without a rate has no difference yet. */
export async function previewRevaluation(context: Context, date: string) {
  const balances = await foreignBalances(context, date)
  const rates = await previousRates(context, date)
  const lines = balances.map((row) => {
    const closing_rate = rates.get(row.currency_id) ?? null
    return {
      ...row,
      closing_rate,
      difference: closing_rate === null ? '0' : text(differenceOf(context, row, closing_rate)),
    }
  })
  return named(context, lines)
}

type Line = Pick<ForeignBalance, 'account_id' | 'branch_id' | 'currency_id'>

/** The rows with the names they are read by. */
async function named<Row extends Line>({ db }: Context, lines: readonly Row[]) {
  const accounts = await db.selectFrom('accounts').select(['id', 'name', 'name_en']).where('type', '=', 'sub').execute()
  const branches = await db.selectFrom('branches').select(['id', 'name', 'name_en']).execute()
  const currencies = await db.selectFrom('currencies').select(['id', 'code', 'decimals']).execute()
  const currencyOf = (line: Line) => currencies.find((one) => one.id === line.currency_id)
  return lines.map((line) => ({
    ...line,
    account: accounts.find((one) => one.id === line.account_id) ?? null,
    branch: branches.find((one) => one.id === line.branch_id),
    currency_code: currencyOf(line)?.code,
    currency_decimals: currencyOf(line)?.decimals,
  }))
}
