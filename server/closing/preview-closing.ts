import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { shownNumber } from '#server/documents/document-number.ts'
import { sumClasses } from '#server/journal/balances-as-of.ts'
import { resultClasses } from './close-year.ts'
import { yearObstacles } from './closing-blockers.ts'

const draftsShown = 20

/** The entry that closing a year would post, by branch, and the open tasks before. */
export async function previewClosing(context: Context, id: number) {
  const { db } = context
  const years = await db.selectFrom('financial_years').selectAll().orderBy('id').execute()
  const year = years.find((one) => one.id === id)
  if (!year) throw new Refusal('not_found')
  const sums = await sumClasses(context, year.ended_at, resultClasses)
  const branches = await db.selectFrom('branches').select(['id', 'name', 'name_en']).orderBy('id').execute()
  const profitOf = (rows: typeof sums) => text(sum(rows.map((row) => decimal(row.balance))).neg())
  return {
    profit: profitOf(sums),
    branches: branches
      .map((branch) => ({ ...branch, profit: profitOf(sums.filter((row) => row.branch_id === branch.id)) }))
      .filter((branch) => !decimal(branch.profit).eq(0)),
    obstacles: await yearObstacles(context, year, years),
    drafts: [...(await draftsOf(context, year)), ...(await draftEntriesOf(context, year))],
  }
}

type Days = { started_at: string; ended_at: string }

async function draftsOf({ db }: Context, year: Days) {
  const rows = await db
    .selectFrom('documents')
    .innerJoin('parties', 'parties.id', 'documents.party_id')
    .select(['documents.id', 'documents.kind', 'documents.document_date as date', 'documents.draft_number'])
    .select(['parties.name as party', 'parties.name_en as party_en'])
    .where('documents.state', '=', 'draft')
    .where('documents.document_date', '>=', year.started_at)
    .where('documents.document_date', '<=', year.ended_at)
    .orderBy('documents.document_date')
    .orderBy('documents.id')
    .limit(draftsShown)
    .execute()
  return rows.map(({ draft_number, ...row }) => ({
    ...row,
    number: shownNumber({ ...row, number: null, draft_number }),
  }))
}

/** An entry is shown by its description, a document by its party. */
function draftEntriesOf({ db }: Context, year: Days) {
  return db
    .selectFrom('manual_entries')
    .select(['id', 'number', 'journal_date as date', 'description as party'])
    .select((e) => [e.val('journal_entry').as('kind'), e.val(null).as('party_en')])
    .where('state', '=', 'draft')
    .where('journal_date', '>=', year.started_at)
    .where('journal_date', '<=', year.ended_at)
    .orderBy('journal_date')
    .orderBy('id')
    .limit(draftsShown)
    .execute()
}
