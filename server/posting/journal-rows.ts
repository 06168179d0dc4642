import { sum, text } from '#ledger/money.ts'
import type { PreviewedEntry, Session } from '#server/core/context.ts'
import type { Accounts } from '#server/journal/accounts.ts'
import { dailyBalanceDeltas, monthlyBalanceDeltas, taxSums } from '#server/journal/posting/balance-deltas.ts'
import { lineColumns, taxColumns } from '#server/journal/posting/entry-rows.ts'
import type { PlannedEntry } from './plan.ts'

type Writer = { session: Session; accounts: Accounts }

/** The lines of a planned entry as columns of the journal. */
export const journalLinesOf = ({ entry }: PlannedEntry, { session, accounts }: Writer) =>
  entry.lines.map((line) => ({ ...lineColumns(line, session), account_id: accounts.idOf(line.account) }))

/** The entries of a plan as a preview shows them. */
export const previewedEntries = (planned: readonly PlannedEntry[], writer: Writer): PreviewedEntry[] =>
  planned.map((one) => ({
    date: one.head.date,
    kind: one.head.kind,
    is_reversal: one.head.reverses_id !== undefined,
    lines: journalLinesOf(one, writer),
  }))

const postedRows = (planned: readonly PlannedEntry[], writer: Writer) =>
  planned.map((one) => ({ ...one, lines: journalLinesOf(one, writer), taxes: taxColumns(one.entry) }))

/** The rows of the sums of the journal, by table. */
export function sumRows(planned: readonly PlannedEntry[], writer: Writer) {
  const posted = postedRows(planned, writer)
  const days = dailyBalanceDeltas(posted)
  const months = monthlyBalanceDeltas(days).map(({ day, ...row }) => ({ ...row, month: day }))
  return { taxTotals: taxSums(posted), days, months }
}

/** The rows of the journal, by table. `first`: the number of the first entry. */
export function journalRows(planned: readonly PlannedEntry[], first: number, writer: Writer) {
  const posted = postedRows(planned, writer)
  return {
    entries: posted.map(({ id, period, head, entry, lines }, place) => {
      const total = text(sum(entry.lines.map((line) => line.debit)))
      return {
        id,
        entry_number: first + place,
        entry_date: head.date,
        financial_year_id: period.financial_year_id,
        kind: head.kind,
        source: head.source,
        source_id: head.source_id,
        source_revision: head.source_revision,
        reverses_id: head.reverses_id ?? null,
        description: head.description ?? null,
        total_debit: total,
        total_credit: total,
        line_count: lines.length,
        posted_by: writer.session.user_id,
      }
    }),
    lines: posted.flatMap(({ id, head, lines }) =>
      lines.map((line, index) => ({ entry_id: id, entry_date: head.date, line_number: index + 1, ...line })),
    ),
    taxes: posted.flatMap(({ id, head, taxes }) =>
      taxes.map((tax, index) => ({ entry_id: id, tax_date: head.date, line_number: index + 1, ...tax })),
    ),
  }
}
