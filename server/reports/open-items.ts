import { sql } from 'kysely'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Side } from '#contract/sides.ts'
import { daysBetween } from '#ledger/calendar.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { dueDate } from './due-date.ts'
import type { ForeignCurrency } from './foreign-currency.ts'
import { column, word } from './sheet.ts'

export type OpenItem = { entry_id: number; due_date: string; remaining: string }
type Asked = { party: number; to: string; currency: ForeignCurrency | null }

/** What one party had not settled at the end of a day, item by item: those open now, and those settled only later. */
export async function openItemsOf(context: Context, side: Side, { party, to, currency }: Asked): Promise<OpenItem[]> {
  const organization = context.session.organization_id
  const posted = sql`(SELECT posted_at FROM journal_entries AS entry WHERE entry.organization_id = ${organization} AND entry.id = document.entry_id)`
  const [total, relief] = currency ? [sql`total`, sql`amount`] : [sql`total_base`, sql`relief_base`]
  const inCurrency = currency ? sql`AND document.currency_id = ${currency.id}` : sql``
  const { rows } = await sql<OpenItem>`
    WITH items AS MATERIALIZED (
      SELECT document.entry_id, ${dueDate(context, { to }, posted)} AS due_date, CASE WHEN document.document_date <= ${to}::date AND (document.state = 'posted' OR taken.back) THEN document.${total} ELSE 0 END
        - coalesce((SELECT sum(${relief}) FROM allocations AS used
          WHERE used.organization_id = ${organization} AND used.document_id = document.id AND used.allocation_date <= ${to}::date), 0) AS remaining
      FROM documents AS document
      CROSS JOIN LATERAL (SELECT document.state = 'void' AND EXISTS (SELECT 1 FROM journal_entries AS reversal
        WHERE reversal.organization_id = ${organization} AND reversal.reverses_id = document.entry_id AND reversal.entry_date > ${to}::date) AS back) AS taken
      WHERE document.organization_id = ${organization} AND document.kind = ANY (${side.openKinds}::text[]) AND document.party_id = ${party}
        ${inCurrency}
        AND ((document.document_date <= ${to}::date AND ((document.state = 'posted' AND document.settled < document.total) OR taken.back))
          OR document.settled_on > ${to}::date))
    SELECT * FROM items WHERE remaining <> 0 ORDER BY due_date, entry_id`.execute(context.db)
  return rows
}

const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older'] as const

/** Below a statement: what it ends with by how late it is, less what was paid ahead. Together they are its last balance. */
export function ageing(items: readonly OpenItem[], to: string, balance: string): SheetInput['below'] {
  const byAge = Map.groupBy(items, ({ due_date }) => ageOf(daysBetween(due_date, to)))
  const amountOf = (age: number) => sum((byAge.get(age) ?? []).map(({ remaining }) => remaining))
  const figures = Object.fromEntries(ages.map((key, age) => [key, text(amountOf(age))]))
  const advances = decimal(balance).minus(sum(items.map(({ remaining }) => remaining)))
  const keys = [...ages, 'advances', 'total']
  const row: SheetRow = {
    ...{ key: 'ageing', style: 'total', level: 1, label: word('lines.ageing'), texts: {} },
    figures: { ...figures, advances: text(advances), total: balance },
  }
  return {
    title: word('lines.ageing'),
    columns: keys.map((key) => column(key, 'amount')),
    rows: [row],
  }
}

const ageOf = (late: number): number => (late <= 0 ? 0 : Math.min(Math.floor((late - 1) / 30) + 1, 5))
