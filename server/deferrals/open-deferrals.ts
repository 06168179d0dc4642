import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { SentSpread } from '#contract/documents/spread-fields.ts'
import type { Account } from '#ledger/entry.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import { deferralEntry } from '#ledger/posting/deferral.ts'
import { spreadEnd, spreadParts } from '#ledger/spread.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import type { Period } from '#server/journal/periods.ts'
import { postBatched } from '#server/journal/posting/post.ts'
import { ledgerSides } from '#server/journal/posting/posting-sides.ts'
import { deferralSource } from './deferral-rows.ts'
import { planNextPart } from './plan-next.ts'
import { isSpread } from './spread-errors.ts'

export type DeferredRow = SentSpread & {
  line_number: number
  /** Where the row posted, and what it posted in base currency. */
  account: Account
  amount: Decimal
  product_id: number | null
  cost_center_id: number | null
}
type Document = { id: number; date: string; branch_id: number; period: Period }

/**
 * Makes the schedules of a document that is posted (accounting rule 2.1-12): each row that is spread moves from its account to where it waits, on the
 * day of the document and in its transaction. Its months are posted when they are due; those before the document are due at once.
 */
export async function openDeferrals(
  context: Context,
  side: Pick<Side, 'name'>,
  document: Document,
  rows: readonly DeferredRow[],
  accounts: Accounts,
): Promise<void> {
  const spread = rows.filter(isSpread)
  if (spread.length === 0) return
  await requireResults(context, spread, accounts)
  const ids = await nextIds(context, spread.length)
  for (const [index, row] of spread.entries()) {
    const { id, entry_id } = ids[index] as Ids
    await openOne(context, side, document, row, { id, entry_id }, accounts)
  }
}

type Ids = { id: number; entry_id: number }

async function openOne(
  context: Context,
  side: Pick<Side, 'name'>,
  { id: document_id, date, branch_id, period }: Document,
  row: DeferredRow,
  { id, entry_id }: Ids,
  accounts: Accounts,
): Promise<void> {
  const { db, session } = context
  const account = row.spread_account_id ?? accounts.idOf(side.name === 'sales' ? 'DEFERRED_REV' : 'PREPAID')
  const result = accounts.idOf(row.account)
  const spread = { from: row.spread_from as string, to: row.spread_to ?? null, months: row.spread_months ?? null }
  const facts = { branch_id, document_id, product_id: row.product_id, cost_center_id: row.cost_center_id }
  const entry = deferralEntry(ledgerSides[side.name], { ...facts, account, result, amount: row.amount })
  const head = { id: entry_id, date, kind: 'deferral', source: deferralSource, source_id: id } as const
  postBatched(context, period, { ...head, numbered_document_id: document_id }, entry, accounts)
  const parts = spreadParts(row.amount, spread, session.organization.decimals).map((part, index) => ({
    number: index + 1,
    month: part.month,
    part_date: part.date < date ? date : part.date,
    amount: text(part.amount),
  }))
  const stored = db
    .insertInto('deferrals')
    .values({
      ...{
        id,
        document_id,
        line_number: row.line_number,
        side: side.name,
        account_id: account,
        result_account_id: result,
      },
      ...{
        branch_id,
        cost_center_id: row.cost_center_id,
        product_id: row.product_id,
        amount: text(row.amount),
        entry_id,
      },
      ...{ deferred_on: date, from_date: spread.from, to_date: spreadEnd(spread), months: spread.months },
      created_by: session.user_id || null,
    })
    .execute()
  const planned = parts.map((part) => ({ ...part, deferral_id: id, kind: 'month', state: 'planned' }))
  await Promise.all([
    stored,
    db.insertInto('deferral_parts').values(planned).execute(),
    planNextPart(db, session.organization_id, { id, plan: 1, part: parts[0] }),
  ])
}

/** Only income and expense are recognised over months, and only where there is something to recognise. */
async function requireResults({ db }: Context, rows: readonly DeferredRow[], accounts: Accounts): Promise<void> {
  const found = await db
    .selectFrom('accounts')
    .select(['id', 'class'])
    .where('id', 'in', [...new Set(rows.map(({ account }) => accounts.idOf(account)))])
    .execute()
  const classes = new Map(found.map((row) => [row.id, row.class]))
  for (const row of rows) {
    const field = `items.${row.line_number - 1}.spread_from`
    if (decimal(row.amount).lte(0)) throw new Refusal('spread_of_nothing', { field })
    if (!'RX'.includes(classes.get(accounts.idOf(row.account)) ?? '-')) throw new Refusal('spread_of_asset', { field })
  }
}

async function nextIds({ db }: Context, count: number): Promise<Ids[]> {
  const { rows } = await sql<Ids>`
    SELECT nextval('deferrals_id_seq') AS id, nextval('journal_entries_id_seq') AS entry_id
    FROM generate_series(1, ${count}::integer) ORDER BY 1`.execute(db)
  return rows
}
