import { type RawBuilder, sql } from 'kysely'
import { digits, type Numbering, prefixOf, scopeOf } from '#server/journal/number-series.ts'
import type { Context } from '#server/kit/context.ts'

/** A document with its rows as it is inserted: columns of `documents`, of `document_lines` and of `document_taxes`. */
export type NewDocument = {
  context: Context
  row: { id: number; number?: Numbering } & Record<string, unknown>
  lines: readonly object[]
  taxes: readonly object[]
}

/**
 * Writes documents with all they say in one statement whose text does not depend on their number. Those that are
 * numbered by a series take a run of it, in their order: its row is locked until the transaction ends. Answers the
 * number of each, null where it has none yet.
 */
export async function insertDocuments(documents: readonly NewDocument[]): Promise<(string | null)[]> {
  const { db, session } = (documents[0] as NewDocument).context
  const organization = session.organization_id
  const given = withNumbers(documents)
  const { rows } = await sql<{ id: number; number: string | null }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id bigint, kind text, number text, draft_number text,
        series_kind text, series_scope text, series_prefix text, series_place integer, series_count integer,
        document_date date, due_date date, party_kind text, party_id bigint, branch_id bigint, currency_id bigint, exchange_rate numeric, tax_id bigint,
        reference_id bigint, reason text, notes text, subtotal numeric, tax numeric, total numeric, net_base numeric, tax_base numeric, total_base numeric, cost_base numeric,
        settled numeric, settled_base numeric, deducted numeric, state text, status text, revision integer, entry_id bigint,
        posted_at timestamptz, created_by bigint, lines jsonb, taxes jsonb)
    ), series AS (
      INSERT INTO number_series AS series (organization_id, kind, scope, next_number)
      SELECT ${organization}, series_kind, series_scope, series_count + 1 FROM given WHERE series_place = 0 ORDER BY series_kind, series_scope
      ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + excluded.next_number - 1
      RETURNING kind, scope, next_number
    ), numbered AS (
      SELECT given.*, (series.next_number - series_count + series_place)::text AS taken
      FROM given LEFT JOIN series ON series.kind = series_kind AND series.scope = series_scope
    ), document AS (
      INSERT INTO documents (organization_id, id, kind, number, draft_number, document_date, due_date, party_kind, party_id,
        branch_id, currency_id, exchange_rate, tax_id, reference_id, reason, notes, subtotal, tax, total, net_base, tax_base, total_base, cost_base,
        settled, settled_base, deducted, state, status, revision, entry_id, posted_at, created_by)
      SELECT ${organization}, id, kind, coalesce(number, series_prefix || lpad(taken, greatest(${digits}::integer, length(taken)), '0')), draft_number,
        document_date, due_date, party_kind, party_id, branch_id, currency_id, exchange_rate, tax_id, reference_id, reason, notes,
        subtotal, tax, total, net_base, tax_base, total_base, cost_base, coalesce(settled, 0), coalesce(settled_base, 0), coalesce(deducted, 0),
        state, status, coalesce(revision, 1), entry_id, posted_at, created_by
      FROM numbered RETURNING id, number
    ), ${rowsOfGiven(organization)}
    SELECT id, number FROM document`.execute(db)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return documents.map(({ row }) => numbers.get(row.id) ?? null)
}

/** Writes the rows and taxes of what is `given` with its id; those of a note say which row they are of. */
export const rowsOfGiven = (organization: number): RawBuilder<unknown> => sql`
    taxes AS (
      INSERT INTO document_taxes (organization_id, document_id, tax_key, tax_id, category, rate, assessed_rate, base, tax)
      SELECT ${organization}, given.id, tax.tax_key, tax.tax_id, tax.category, tax.rate, tax.assessed_rate, tax.base, tax.tax
      FROM given, jsonb_to_recordset(given.taxes) AS tax (tax_key text, tax_id bigint, category text, rate numeric, assessed_rate numeric, base numeric, tax numeric)
    ), lines AS (
    INSERT INTO document_lines (organization_id, document_id, line_number, product_id, product_name, product_name_en, quantity, price,
      tax_id, tax_rate, net, tax, tax_share, net_base, tax_base, cost_base, cost_center_id, reference_line, is_return)
    SELECT ${organization}, given.id, line.line_number, line.product_id, line.product_name, line.product_name_en, line.quantity, line.price,
      line.tax_id, line.tax_rate, line.net, line.tax, line.tax_share, line.net_base, line.tax_base, line.cost_base, line.cost_center_id,
      line.reference_line, coalesce(line.is_return, false)
    FROM given, jsonb_to_recordset(given.lines) AS line (line_number integer, product_id bigint, product_name text, product_name_en text,
      quantity numeric, price numeric, tax_id bigint, tax_rate numeric, net numeric, tax numeric, tax_share numeric, net_base numeric, tax_base numeric, cost_base numeric, cost_center_id bigint,
      reference_line integer, is_return boolean))`

/** Each with its number, or with its place among those of its series. */
function withNumbers(documents: readonly NewDocument[]) {
  const counts = new Map<string, number>()
  const placed = documents.map(({ row: { number = null, ...row }, lines, taxes }) => {
    if (number === null || typeof number === 'string') return { row: { ...row, number, lines, taxes } }
    const scope = scopeOf(number)
    const key = `${number.kind} ${scope}`
    const place = counts.get(key) ?? 0
    counts.set(key, place + 1)
    const series = {
      series_kind: number.kind,
      series_scope: scope,
      series_prefix: prefixOf(number),
      series_place: place,
    }
    return { row: { ...row, ...series, lines, taxes }, key }
  })
  return placed.map(({ row, key }) => (key ? { ...row, series_count: counts.get(key) } : row))
}
