import { type RawBuilder, sql } from 'kysely'
import { memoNames } from '#contract/documents/memo-fields.ts'
import type { Context } from '#server/core/context.ts'
import { type RowInput, rowsOf } from '#server/db/driver/composite-rows.ts'
import { digits, type Numbering, prefixOf, scopeOf } from '#server/journal/posting/number-series.ts'

/** A document with its rows as it is inserted: columns of `documents`, of `document_lines` and of `document_taxes`. */
export type NewDocument = {
  context: Context
  row: { id: number; number?: Numbering } & Record<string, unknown>
  lines: readonly DocumentLine[]
  taxes: readonly DocumentTax[]
}
export type DocumentLine = RowInput<'document_line_input'> & { document_id: number; is_return: boolean }
export type DocumentTax = RowInput<'document_tax_input'> & { document_id: number }

/**
 * Writes documents with all they say in one statement whose text does not depend on their number. Those that are
 * numbered by a series take a run of it, in their order: its row is locked until the transaction ends. Answers the
 * number of each, null where it has none yet.
 */
export async function insertDocuments(documents: readonly NewDocument[]): Promise<(string | null)[]> {
  const { db, session } = (documents[0] as NewDocument).context
  const organization = session.organization_id
  const { given, series } = withNumbers(documents)
  const lines = documents.flatMap(({ lines }) => lines)
  const taxes = documents.flatMap(({ taxes }) => taxes)
  const { rows } = await sql<{ id: number; number: string | null }>`
    WITH series AS (
      INSERT INTO number_series AS series (organization_id, kind, scope, next_number)
      SELECT ${organization}, given.* FROM unnest(${rowsOf('number_series_input', series)}::number_series_input[]) AS given
      ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + excluded.next_number - 1
      RETURNING kind, scope, next_number
    ), document AS (
      INSERT INTO documents (organization_id, id, kind, number, draft_number, document_date, due_date, party_kind, party_id,
        branch_id, currency_id, exchange_rate, tax_id, reference_id, reason, ${memo}, subtotal, tax, total, net_base, tax_base, total_base, cost_base,
        settled, settled_base, advances_deducted, state, status, revision, entry_id, posted_at, created_by, is_tax_invoice, has_own_rate, audience, reason_code,
        prices_include_tax, discount_amount, discount_percent, discount, reference_number, reference_date)
      SELECT ${organization}, id, kind,
        coalesce(number, (
          SELECT series_prefix || lpad(taken, greatest(${digits}::integer, length(taken)), '0')
          FROM (SELECT (next_number - series_count + series_place)::text AS taken FROM series WHERE kind = series_kind AND scope = series_scope) AS numbered)),
        draft_number, document_date, due_date, party_kind, party_id, branch_id, currency_id, exchange_rate, tax_id, reference_id, reason, ${memo},
        subtotal, tax, total, net_base, tax_base, total_base, cost_base, coalesce(settled, 0), coalesce(settled_base, 0), coalesce(advances_deducted, 0),
        state, status, coalesce(revision, 1), entry_id, posted_at, created_by, coalesce(is_tax_invoice, false), coalesce(has_own_rate, false),
        audience, reason_code, coalesce(prices_include_tax, false), discount_amount, discount_percent, coalesce(discount, 0),
        reference_number, reference_date
      FROM unnest(${rowsOf('document_input', given)}::document_input[]) AS given
      RETURNING id, number
    ), ${insertRows(organization, lines, taxes)}
    SELECT id, number FROM document`.execute(db)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  return documents.map(({ row }) => numbers.get(row.id) ?? null)
}

const memo = sql.join(memoNames.map((name) => sql.ref(name)))

/** Writes the rows and taxes of documents; those of a note say which row they are of. */
export const insertRows = (
  organization: number,
  lines: readonly DocumentLine[],
  taxes: readonly DocumentTax[],
): RawBuilder<unknown> => sql`
    taxes AS (
      INSERT INTO document_taxes (organization_id, document_id, tax_key, tax_id, category, rate, assessed_rate, base, tax, discount,
        exemption_code, exemption_reason, exemption_reason_en)
      SELECT ${organization}, tax.* FROM unnest(${rowsOf('document_tax_input', taxes)}::document_tax_input[]) AS tax
    ), lines AS (
      INSERT INTO document_lines (organization_id, document_id, line_number, product_id, product_name, product_name_en, quantity, price,
        tax_id, tax_rate, net, tax, tax_share, net_base, tax_base, cost_base, cost_center_id, reference_line, is_return,
        discount_amount, discount_percent, discount, discount_share, spread_from, spread_to, spread_months, spread_account_id, order_line_id)
      SELECT ${organization}, line.* FROM unnest(${rowsOf('document_line_input', lines)}::document_line_input[]) AS line)`

/**
 * Each with its number, or with its place among those of its series; and the series with how many they take of it, in the
 * order in which their rows are locked.
 */
function withNumbers(documents: readonly NewDocument[]) {
  const series = new Map<string, Series>()
  const placed = documents.map(({ row }) => {
    const { number = null } = row
    if (number === null || typeof number === 'string') return { row, number }
    const scope = scopeOf(number)
    const key = `${number.kind} ${scope}`
    const own = series.get(key) ?? { kind: number.kind, scope, next_number: 1 }
    series.set(key, own)
    return { row, number: null, own, prefix: prefixOf(number), place: own.next_number++ - 1 }
  })
  const given = placed.map(({ row, number, own, prefix, place }) => ({
    ...row,
    number,
    series_kind: own?.kind,
    series_scope: own?.scope,
    series_prefix: prefix,
    series_place: place,
    series_count: own && own.next_number - 1,
  }))
  return { given, series: [...series.keys()].sort().map((key) => series.get(key) as Series) }
}
type Series = { kind: string; scope: string; next_number: number }
