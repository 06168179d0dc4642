import { type RawBuilder, sql } from 'kysely'
import type { BankLine, BankSums } from '#contract/bank.ts'
import type { Context } from '#server/core/context.ts'
import { beside, sourceNumbers } from '#server/reports/account-statement/statement-rows.ts'

/** Selects the lines: of an account in its bank's currency, up to the end of a day. */
export type BankLineScope = {
  account_id: number
  currency_id: number
  day: string
  /** A reconciliation whose own matches count as well, finished or not. */
  own?: number | undefined
}

/** The movement of a line in the currency of the bank; for a base currency account in base currency. */
const amountIn = ({ session }: Context, { currency_id }: BankLineScope): RawBuilder<string> =>
  currency_id === session.organization.currency_id
    ? sql<string>`(line.debit - line.credit)`
    : sql<string>`CASE WHEN line.currency_id = ${currency_id} THEN line.amount_currency ELSE 0 END`

/**
 * Lines no bank statement has shown by the end of the day, as `entry_id, line_number, entry_date, amount`. An entry and its mirror of which
 * none was matched by then are left out together: the bank never knew of them.
 */
export function openLines(context: Context, scope: BankLineScope): RawBuilder<unknown> {
  const organization = context.session.organization_id
  const amount = amountIn(context, scope)
  return sql`
    WITH matched AS MATERIALIZED (
      SELECT line.entry_id, line.line_number FROM bank_reconciliations AS reconciliation
      JOIN bank_reconciliation_lines AS line ON line.organization_id = ${organization} AND line.reconciliation_id = reconciliation.id
      WHERE reconciliation.organization_id = ${organization} AND reconciliation.account_id = ${scope.account_id}
        AND (reconciliation.id = ${scope.own ?? null}::bigint OR (reconciliation.state = 'finished' AND reconciliation.statement_date <= ${scope.day}::date))),
    mirrors AS MATERIALIZED (
      SELECT id, reverses_id FROM journal_entries AS mirror
      WHERE organization_id = ${organization} AND reverses_id IS NOT NULL AND entry_date <= ${scope.day}::date
        AND NOT EXISTS (SELECT FROM matched WHERE matched.entry_id = mirror.id)
        AND NOT EXISTS (SELECT FROM matched WHERE matched.entry_id = mirror.reverses_id)),
    cancelled AS MATERIALIZED (SELECT id AS entry_id FROM mirrors UNION ALL SELECT reverses_id FROM mirrors)
    SELECT line.entry_id, line.line_number, line.entry_date, ${amount} AS amount
    FROM journal_lines AS line
    WHERE line.organization_id = ${organization} AND line.account_id = ${scope.account_id} AND line.entry_date <= ${scope.day}::date AND ${amount} <> 0
      AND NOT EXISTS (SELECT FROM matched WHERE matched.entry_id = line.entry_id AND matched.line_number = line.line_number)
      AND NOT EXISTS (SELECT FROM cancelled WHERE cancelled.entry_id = line.entry_id)`
}

/** The earliest open lines, with what a person knows them by; `ticked` names the draft whose ticks are shown. */
export async function describeLines(
  context: Context,
  scope: BankLineScope,
  { after, limit, ticked }: { after?: string | undefined; limit: number; ticked?: number | undefined },
): Promise<{ lines: BankLine[]; has_more: boolean }> {
  const organization = context.session.organization_id
  const { rows } = await sql<BankLine>`
    WITH page AS MATERIALIZED (
      SELECT * FROM (${openLines(context, scope)}) AS line WHERE ${after ?? null}::date IS NULL OR line.entry_date > ${after ?? null}::date
      ORDER BY entry_date, entry_id, line_number LIMIT ${limit + 1})
    SELECT page.entry_id, page.line_number, page.entry_date, page.amount, entry.entry_number, entry.kind, entry.source, entry.source_id,
      coalesce(line.description, entry.description) AS description, coalesce(document.number, payment.number, manual.number) AS number,
      coalesce(documented.name, payer.name) AS party, CASE WHEN documented.name IS NULL THEN payer.name_en ELSE documented.name_en END AS party_en,
      EXISTS (SELECT FROM bank_reconciliation_lines AS tick WHERE tick.organization_id = ${organization} AND tick.entry_id = page.entry_id
        AND tick.line_number = page.line_number AND tick.reconciliation_id = ${ticked ?? null}::bigint) AS is_matched
    FROM page
    JOIN journal_lines AS line ON line.organization_id = ${organization} AND line.entry_id = page.entry_id AND line.line_number = page.line_number
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${sourceNumbers(organization)}
    ${beside('parties', 'documented', organization, sql`document.party_id`)}
    ${beside('parties', 'payer', organization, sql`payment.party_id`)}
    ORDER BY page.entry_date, page.entry_id, page.line_number`.execute(context.db)
  return { lines: rows.slice(0, limit), has_more: rows.length > limit }
}

/** Receipts and payments of the open lines up to a day. */
export async function sumThrough(context: Context, scope: BankLineScope, through: string): Promise<BankSums> {
  const { rows } = await sql<BankSums>`
    SELECT ${countedAmounts} FROM (${openLines(context, scope)}) AS line WHERE line.entry_date <= ${through}::date`.execute(
    context.db,
  )
  return rows[0] as BankSums
}

/** The sums of lines that have an `amount`. */
export const countedAmounts = sql`count(*) AS count, coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS "in",
  coalesce(-sum(amount) FILTER (WHERE amount < 0), 0) AS out`
