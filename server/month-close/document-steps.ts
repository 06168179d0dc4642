import { sql } from 'kysely'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import type { Context } from '#server/core/context.ts'
import { readOpenWork } from '#server/e-invoicing/attention.ts'
import { countOf, type StepFacts, sumOfCounts } from './step-facts.ts'

const listedBy = {
  invoice: 'list-invoice',
  advance_invoice: 'list-invoice',
  bill: 'list-bill',
  journal_entry: 'list-journal-entry',
} as const

/** Documents and journal entries dated up to the end of the month that are not posted. */
export async function draftsStep({ db, session }: Context, { to }: Range): Promise<StepFacts> {
  const [documents, entries] = await Promise.all([
    db
      .selectFrom('document_counts_by_date')
      .select(['kind', sql<number>`sum(count)::integer`.as('count')])
      .where('kind', 'in', ['invoice', 'advance_invoice', 'bill'])
      .where('status', '=', 'draft')
      .where('day', '<=', to)
      .groupBy('kind')
      .execute(),
    db
      .selectFrom('manual_entries')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('state', '=', 'draft')
      .where('journal_date', '<=', to)
      .executeTakeFirstOrThrow(),
  ])
  const parts = [...documents, { kind: 'journal_entry', count: entries.count }]
    .filter(({ kind, count }) => count > 0 && holdsAny(session.authority, [listedBy[kind as keyof typeof listedBy]]))
    .map(({ kind, count }) => countOf(kind, count))
  return { state: parts.length === 0 ? 'done' : 'open', count: sumOfCounts(parts), parts }
}

/** E-invoices issued up to the end of the month that were rejected or have waited too long for an answer. */
export async function eInvoicesStep(context: Context, { to }: Range): Promise<StepFacts> {
  const { rejected, waiting, xml_missing, valid_to } = await readOpenWork(context, to)
  const counted = [countOf('rejected', rejected), countOf('waiting', waiting), countOf('xml_missing', xml_missing)]
  const parts = counted.filter(({ count }) => count !== 0)
  if (parts.length > 0) return { state: 'open', count: sumOfCounts(parts), parts }
  return { state: valid_to ? 'done' : 'none', count: 0 }
}

/** Occurrences of recurring records that failed and wait for a decision. */
export async function recurringStep({ db, session }: Context, { to }: Range): Promise<StepFacts> {
  const own = session.organization_id
  const { rows } = await sql<{ failed: number; active: number }>`
    SELECT (SELECT count(*)::integer FROM recurring_occurrences WHERE organization_id = ${own} AND state = 'failed' AND day <= ${to}::date) AS failed,
      (SELECT count(*)::integer FROM recurring_records WHERE organization_id = ${own} AND state = 'active') AS active`.execute(
    db,
  )
  const { failed, active } = rows[0] ?? { failed: 0, active: 0 }
  if (failed > 0) return { state: 'open', count: failed }
  return { state: active > 0 ? 'done' : 'none', count: 0 }
}

/** Parts of deferrals due by the end of the month: posted, or refused and waiting. */
export async function deferralsStep({ db, session }: Context, { to }: Range): Promise<StepFacts> {
  const { rows } = await sql<{ waiting: number; posted: number }>`
    SELECT count(*) FILTER (WHERE state IN ('planned', 'failed'))::integer AS waiting,
      count(*) FILTER (WHERE state = 'posted')::integer AS posted
    FROM deferral_parts WHERE organization_id = ${session.organization_id} AND part_date <= ${to}::date`.execute(db)
  const { waiting, posted } = rows[0] ?? { waiting: 0, posted: 0 }
  if (waiting > 0) return { state: 'open', count: waiting }
  return { state: posted > 0 ? 'done' : 'none', count: 0 }
}
