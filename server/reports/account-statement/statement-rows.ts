import { type RawBuilder, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { nettedLines, shownAmounts } from './internal-transfers.ts'
import { type Cursor, lineConditions, type StatementScope } from './statement-scope.ts'

export type StatementRow = {
  entry_id: number
  line_number: number
  entry_number: number
  entry_date: string
  kind: string
  source: string
  /** The kind of the record with that id. */
  source_kind: string | null
  source_id: number | null
  number: string | null
  /** The number of the entry that its entry takes back. */
  reversed: number | null
  description: string | null
  account_id: number
  /** For several accounts only: a single one is named on the sheet. */
  account_name: string | null
  account_name_en: string | null
  /** The party of the line, otherwise the party of its entry. */
  party: string | null
  party_en: string | null
  branch: string
  branch_en: string | null
  cost_center: string | null
  cost_center_en: string | null
  debit: string
  credit: string
}

/** The next rows of a statement in their order; names are looked up for these rows only. */
export async function statementRows(
  context: Context,
  scope: StatementScope,
  cursor: Cursor | null,
  limit: number,
): Promise<StatementRow[]> {
  const organization = context.session.organization_id
  const shown = shownAmounts(context, scope, 'page')
  const page = scope.party ? ofParty(context, scope, cursor, limit) : ofAccounts(context, scope, cursor, limit)
  const { rows } = await sql<StatementRow>`
    WITH page AS MATERIALIZED (${page})
    SELECT page.entry_id, page.line_number, page.entry_date, ${shown.debit} AS debit, ${shown.credit} AS credit, page.account_id,
      coalesce(page.description, entry.description) AS description, entry.entry_number, original.entry_number AS reversed, entry.kind, entry.source, entry.source_id,
      account.name AS account_name, account.name_en AS account_name_en, coalesce(party.name, other.name) AS party,
      CASE WHEN party.name IS NULL THEN other.name_en ELSE party.name_en END AS party_en,
      branch.name AS branch, branch.name_en AS branch_en, center.name AS cost_center, center.name_en AS cost_center_en,
      coalesce(document.number, payment.number, manual.number) AS number, ${sourceKind} AS source_kind
    FROM page
    ${shown.join}
    ${beside('journal_entries', 'entry', organization, sql`page.entry_id`)}
    ${beside('journal_entries', 'original', organization, sql`entry.reverses_id`)}
    ${beside('accounts', 'account', organization, sql`page.account_id`, scope.account_ids.length > 1 ? sql`true` : sql`false`)}
    ${beside('branches', 'branch', organization, sql`page.branch_id`)}
    ${beside('cost_centers', 'center', organization, sql`page.cost_center_id`, sql`page.cost_center_id IS NOT NULL`)}
    ${beside('parties', 'party', organization, sql`page.party_id`)}
    ${sourceNumbers(organization)}
    ${otherParty(organization, sql`page.party_id IS NULL`)}
    ORDER BY page.entry_date, page.entry_id, page.line_number`.execute(context.db)
  return rows
}

/** The target of an entry: a write-off leads to the document that was written off, a landed cost to its bill. Joined with `sourceNumbers`. */
export const sourceKind = sql`CASE WHEN entry.source IN ('write_off', 'landed_cost', 'retention') THEN document.kind ELSE entry.source END`

/** The number people know an entry's source by, as `document.number`, `payment.number` or `manual.number`. */
export const sourceNumbers = (organization: number): RawBuilder<unknown> => {
  // A write-off is posted by the document it belongs to.
  const isDocument = sql`entry.source IN ('write_off', 'landed_cost', 'retention', 'invoice', 'bill', 'credit_note', 'debit_note', 'supplier_credit',
    'opening_receivable', 'opening_payable', 'customs_declaration', 'advance_invoice', 'opening_customer_credit', 'opening_supplier_credit')`
  return sql`
  ${beside('documents', 'document', organization, sql`entry.source_id`, isDocument)}
  ${beside('payments', 'payment', organization, sql`entry.source_id`, sql`entry.source IN ('income_payment', 'expense_payment')`)}
  LEFT JOIN LATERAL (
    SELECT own.number FROM manual_entries AS own WHERE own.organization_id = ${organization} AND own.id = entry.source_id AND entry.source = 'manual'
    UNION ALL
    SELECT own.number FROM set_offs AS own WHERE own.organization_id = ${organization} AND own.id = entry.source_id AND entry.source = 'set_off'
    UNION ALL
    SELECT own.number FROM assets AS own WHERE own.organization_id = ${organization} AND own.id = entry.source_id AND entry.source = 'asset'
    UNION ALL
    SELECT own.number FROM stock_counts AS own WHERE own.organization_id = ${organization} AND own.id = entry.source_id AND entry.source = 'inventory_count'
    OFFSET 0) AS manual ON true`
}

/**
 * The party of the document or payment behind an entry, as `other`, joined with `sourceNumbers`. After a correction it
 * may name another party: the party at posting is in the lines of the entry, and an entry worth zero has none.
 */
export const otherParty = (organization: number, when = sql`true`): RawBuilder<unknown> => {
  const present = sql`coalesce(document.party_id, payment.party_id)`
  const posted = sql`(SELECT line.party_id FROM journal_lines AS line
    WHERE line.organization_id = ${organization} AND line.entry_id = page.entry_id AND line.party_id IS NOT NULL LIMIT 1)`
  // By itself, so that the party is looked up by its id and not by an expression.
  return sql`
  LEFT JOIN LATERAL (SELECT coalesce(${posted}, ${present}) AS party_id WHERE ${present} IS NOT NULL AND ${when} OFFSET 0) AS made ON true
  ${beside('parties', 'other', organization, sql`made.party_id`)}`
}

/**
 * The row of another table by its id, or nothing; looked up for each row of a page on purpose: a plan that serves every
 * organisation does not know that this one has a hundred times the usual rows, and would read them through.
 */
export const beside = (
  table: string,
  as: string,
  organization: number,
  id: RawBuilder<unknown>,
  when = sql`true`,
) => sql`
  LEFT JOIN LATERAL (SELECT * FROM ${sql.table(table)} AS own WHERE own.organization_id = ${organization} AND own.id = ${id} AND ${when} OFFSET 0)
    AS ${sql.ref(as)} ON true`

/** Each account gives its own next rows by its index, and the earliest of them all are the page. */
function ofAccounts(context: Context, scope: StatementScope, cursor: Cursor | null, limit: number) {
  return sql`
    SELECT line.* FROM unnest(${scope.account_ids}::bigint[]) AS wanted (id)
    CROSS JOIN LATERAL (
      SELECT * FROM journal_lines AS line
      WHERE line.organization_id = ${context.session.organization_id} AND line.account_id = wanted.id ${placed(scope, cursor)} ${lineConditions(context, scope)} ${nettedLines(context, scope)}
      ORDER BY line.entry_date, line.entry_id, line.line_number LIMIT ${limit}) AS line
    ORDER BY line.entry_date, line.entry_id, line.line_number LIMIT ${limit}`
}

function ofParty(context: Context, scope: StatementScope, cursor: Cursor | null, limit: number) {
  return sql`
    SELECT line.* FROM journal_lines AS line
    WHERE line.organization_id = ${context.session.organization_id} AND line.account_id = ANY (${scope.account_ids}::bigint[])
      ${placed(scope, cursor)} ${lineConditions(context, scope)}
    ORDER BY line.entry_date, line.entry_id, line.line_number LIMIT ${limit}`
}

function placed({ from, to }: StatementScope, cursor: Cursor | null) {
  const range = sql`AND line.entry_date BETWEEN ${cursor?.date ?? from}::date AND ${to}::date`
  return cursor
    ? sql`${range} AND (line.entry_date, line.entry_id, line.line_number) > (${cursor.date}::date, ${cursor.entry_id}::bigint, ${cursor.line_number}::integer)`
    : range
}
