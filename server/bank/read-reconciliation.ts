import { sql } from 'kysely'
import type { z } from 'zod'
import { bankLinesMaximum, type bankReconciliations } from '#contract/bank.ts'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { organizationHead } from '#server/documents/read-document.ts'
import { keepPaper, readPaper } from '#server/journal/issued-papers.ts'
import type { AnyQuery, Listing } from '#server/resource/list.ts'
import { type BankLineScope, countedAmounts, describeLines, sumThrough } from './bank-lines.ts'
import { bankCurrency, bookBalance, lastFinished } from './reconciliation-balance.ts'

const joined = (db: TenantDatabase) =>
  db
    .selectFrom('bank_reconciliations')
    .innerJoin('accounts', 'accounts.id', 'bank_reconciliations.account_id')
    .innerJoin('currencies', 'currencies.id', 'bank_reconciliations.currency_id')

const columns = (query: AnyQuery) =>
  query
    .selectAll('bank_reconciliations')
    .select([
      sql`json_build_object('id', accounts.id, 'number', accounts.number, 'name', accounts.name, 'name_en', accounts.name_en)`.as(
        'account',
      ),
      sql`to_json(currencies)`.as('currency'),
      sql.ref('bank_reconciliations.state').as('status'),
    ])

export const reconciliationListing: Listing = {
  table: 'bank_reconciliations',
  from: joined,
  select: columns,
  sort: { account: 'accounts.number' },
  filter: { status: (query, status: string) => query.where('bank_reconciliations.state', '=', status) },
}

/** A reconciliation, and the lines that explain the difference between the bank's balance and the books'. */
export async function readReconciliation(context: Context, id: number) {
  const [row, paper] = await Promise.all([
    liveReconciliation(context, id),
    readPaper<IssuedPaper['reconciliation']>(context, kind, id),
  ])
  if (row.status !== 'finished' || !paper) return row
  const { lines, ...heads } = paper
  const stated = new Map(lines.map((line) => [keyOf(line), line]))
  return { ...row, ...heads, lines: row.lines.map((line) => ({ ...line, ...stated.get(keyOf(line)) })) }
}

const kind = 'bank_reconciliation'
const keyOf = (line: { entry_id: number; line_number: number }) => `${line.entry_id} ${line.line_number}`

/** The same of one that was just saved; its paper is written down with it where it is finished. */
export async function readSavedReconciliation(context: Context, id: number) {
  const row = await liveReconciliation(context, id)
  if (row.status !== 'finished') return row
  const { organization, account, currency, version } = row
  const lines = row.lines.map(({ entry_id, line_number, number, description, party, party_en }) => ({
    entry_id,
    line_number,
    number: number ?? null,
    description: description ?? null,
    party: party ?? null,
    party_en: party_en ?? null,
  }))
  keepPaper(context, { kind, id, revision: version }, { organization, account, currency, lines })
  return row
}

type Row = Pick<IssuedPaper['reconciliation'], 'account' | 'currency'> & {
  status: string
  version: number
  account_id: number
  currency_id: number
  statement_date: string
}

async function liveReconciliation(context: Context, id: number) {
  const { db } = context
  const row = (await columns(joined(db)).where('bank_reconciliations.id', '=', id).executeTakeFirst()) as
    | Row
    | undefined
  if (!row) throw new Refusal('not_found')
  const { account_id, currency_id, statement_date: day } = row
  const scope: BankLineScope = { account_id, currency_id, day, own: id }
  const [organization, before, latest, book_balance, matched, outstanding, open] = await Promise.all([
    organizationHead(db),
    lastFinished(context, account_id, day),
    lastFinished(context, account_id),
    bookBalance(context, scope),
    matchedBy(context, id),
    sumThrough(context, scope, day),
    describeLines(context, scope, { limit: bankLinesMaximum }),
  ])
  return {
    ...row,
    ...open,
    organization,
    book_balance,
    matched,
    outstanding,
    opening_balance: before?.statement_balance ?? '0',
    opening_date: before?.statement_date ?? null,
    is_latest: latest?.id === id,
  }
}

async function matchedBy({ db }: Context, id: number) {
  const { rows } = await sql`SELECT ${countedAmounts} FROM bank_reconciliation_lines
      WHERE organization_id = ${ownTenant} AND reconciliation_id = ${id}`.execute(db)
  return rows[0]
}

type SheetQuery = z.output<typeof bankReconciliations.calls.sheet.query>

/** The lines to match on an account up to a day. */
export async function bankSheet(
  context: Context,
  { account_id, statement_date: day, matched_through, id }: SheetQuery,
) {
  const currency = await bankCurrency(context, account_id)
  const scope: BankLineScope = { account_id, currency_id: currency.id, day }
  const [before, book_balance, open, through] = await Promise.all([
    lastFinished(context, account_id, day),
    bookBalance(context, scope),
    describeLines(context, scope, { after: matched_through, limit: bankLinesMaximum, ticked: id }),
    matched_through === undefined ? null : sumThrough(context, scope, matched_through),
  ])
  return {
    ...open,
    currency,
    book_balance,
    through,
    opening_balance: before?.statement_balance ?? '0',
    opening_date: before?.statement_date ?? null,
  }
}
