import { type RawBuilder, sql } from 'kysely'
import type { MissingTax } from '#contract/reports/filters.ts'
import type { SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import type { Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { runPlanned } from '#server/db/tenant/verbs.ts'
import { readCursor, spellCursor } from '../account-statement/statement-scope.ts'
import { sheetOf, word } from '../framework/sheet.ts'

const salesKinds = ['invoice', 'credit_note', 'debit_note']
const purchaseKinds = ['bill', 'supplier_credit']
const kinds = [...salesKinds, ...purchaseKinds]

/**
 * The documents in no box of the return (accounting rule 5.7), each with its amount before tax, notes that lower
 * negative: `unclassified` is at an unclassified zero rate, now or when it was posted; `out_of_scope` is so by its tax;
 * `no_tax_entry` is the rest of every posted document without a row in the return, such as a bill whose tax is not deductible, with
 * its tax. The three add up to all that is in no box.
 */
const amountsOf: Record<MissingTax, (organization: number, decimals: number) => RawBuilder<unknown>> = {
  unclassified: (...books) => atZero(...books, sql`(own.treatment IS NULL OR own.category <> 'O')`),
  out_of_scope: (...books) => atZero(...books, sql`own.treatment IS NOT NULL AND own.category = 'O'`),
  // Only a tax without a box on the document's side leaves it out: few documents, found by their tax or their zero rows.
  no_tax_entry: (organization, decimals) => sql`
    SELECT document.*, document.net_base - coalesce(zero.amount, 0) AS amount, document.tax_base AS vat FROM (
        ${withoutBox(organization, sql`own.sale_box IS NULL`, salesKinds)}
        UNION
        ${withoutBox(organization, sql`own.purchase_box IS NULL`, purchaseKinds)}
      ) AS few
    CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = few.id OFFSET 0) AS document
    LEFT JOIN LATERAL (SELECT true AS is_there FROM tax_entries WHERE organization_id = ${organization} AND entry_id = document.entry_id LIMIT 1) AS taxed ON true
    LEFT JOIN LATERAL (
      SELECT sum(round(tax.base * document.exchange_rate, ${decimals}::integer)) AS amount FROM document_taxes AS tax
      WHERE tax.organization_id = ${organization} AND tax.document_id = document.id AND tax.category = 'O') AS zero ON true
    WHERE taxed.is_there IS NULL AND document.net_base <> coalesce(zero.amount, 0)`,
}

/** Documents of a side by each of the taxes that have no box on it, through the index by tax. */
const withoutBox = (organization: number, condition: RawBuilder<unknown>, of: readonly string[]) => sql`
  SELECT taxed.id FROM taxes AS own
  CROSS JOIN LATERAL (
    SELECT id FROM documents WHERE organization_id = ${organization} AND tax_id = own.id AND kind = ANY (${of}::text[]) OFFSET 0) AS taxed
  WHERE own.organization_id = ${organization} AND ${condition}`

const atZero = (organization: number, decimals: number, condition: RawBuilder<unknown>) => sql`
  SELECT document.*, round(tax.base * document.exchange_rate, ${decimals}::integer) AS amount, 0 AS vat FROM document_taxes AS tax
  CROSS JOIN LATERAL (SELECT * FROM documents WHERE organization_id = ${organization} AND id = tax.document_id OFFSET 0) AS document
  JOIN taxes AS own ON own.organization_id = ${organization} AND own.id = tax.tax_id
  WHERE tax.organization_id = ${organization} AND tax.category = 'O' AND ${condition}`

type Missing = {
  id: number
  kind: string
  number: string | null
  document_date: string
  party: string
  party_en: string | null
  tax_number: string | null
  amount: string
  vat: string
}

/** Never planned as a scan: a plan does not know how many rows each tax has, and would read millions. */
function missingIn({ session }: Context, missing: MissingTax, { from, to }: Range): RawBuilder<unknown> {
  return sql`
    SELECT found.id, found.kind, found.number, found.document_date, found.party_id,
      CASE WHEN found.kind IN ('credit_note', 'supplier_credit') THEN -1 ELSE 1 END * found.amount AS amount,
      CASE WHEN found.kind IN ('credit_note', 'supplier_credit') THEN -1 ELSE 1 END * found.vat AS vat
    FROM (${amountsOf[missing](session.organization_id, session.organization.decimals)}) AS found
    WHERE found.state = 'posted' AND found.kind = ANY (${kinds}::text[]) AND found.document_date BETWEEN ${from}::date AND ${to}::date`
}

/** The total of each kind, below the return. */
export type MissingSum = { amount: Decimal; vat: Decimal }
export async function missingSums(context: Context, range: Range): Promise<Record<MissingTax, MissingSum>> {
  const sumOf = async (missing: MissingTax) => {
    const total = sql<{ amount: string | null; vat: string | null }>`
      SELECT sum(amount) AS amount, sum(vat) AS vat FROM (${missingIn(context, missing, range)}) AS missing`
    const { rows } = await runPlanned(context.db, 'indexes', total)
    return { amount: decimal(rows[0]?.amount ?? 0), vat: decimal(rows[0]?.vat ?? 0) }
  }
  const [unclassified, out_of_scope, no_tax_entry] = await Promise.all([
    sumOf('unclassified'),
    sumOf('out_of_scope'),
    sumOf('no_tax_entry'),
  ])
  return { unclassified, out_of_scope, no_tax_entry }
}

type MissingTaxQuery = Range & { missing: MissingTax; after: string | undefined; limit: number }

/** The documents behind one of these sums. */
export async function showMissing(
  context: Context,
  asked: MissingTaxQuery,
  columns: SheetInput['columns'],
): Promise<SheetInput> {
  const found = await pageOf(context, asked)
  const last = found[asked.limit - 1]
  const next = found.length > asked.limit && last ? last : null
  const rows = found.slice(0, asked.limit).map(
    (row): SheetRow => ({
      key: `document:${row.id}`,
      style: 'line',
      level: 1,
      label: word(`kinds.${row.kind}`, row.number),
      texts: {
        date: row.document_date,
        tax_number: row.tax_number,
        box: null,
        party: { name: row.party, name_en: row.party_en },
      },
      figures: { box_amount: row.amount, vat: row.vat },
      link: { to: row.kind, query: { id: row.id } },
    }),
  )
  const all = (await missingSums(context, asked))[asked.missing]
  const total = { key: 'total', style: 'total', level: 1, label: word('lines.total'), texts: {} } as const
  const end =
    next || rows.length === 0 ? [] : [{ ...total, figures: { box_amount: text(all.amount), vat: text(all.vat) } }]
  return sheetOf(
    { from: asked.from, to: asked.to },
    columns.filter(({ key }) => key !== 'adjustment'),
    [...rows, ...end],
    {
      subject: word(`lines.vat_${asked.missing}`),
      next: next && spellCursor({ date: next.document_date, entry_id: next.id, line_number: 0 }),
    },
  )
}

async function pageOf(context: Context, asked: MissingTaxQuery): Promise<Missing[]> {
  const cursor = asked.after ? readCursor(asked.after) : null
  const page = sql<Missing>`
    SELECT missing.*, party.name AS party, party.name_en AS party_en, party.tax_number
    FROM (${missingIn(context, asked.missing, asked)}) AS missing
    JOIN parties AS party ON party.organization_id = ${context.session.organization_id} AND party.id = missing.party_id
    WHERE (missing.document_date, missing.id) > (${cursor?.date ?? '0001-01-01'}::date, ${cursor?.entry_id ?? 0}::bigint)
    ORDER BY missing.document_date, missing.id LIMIT ${asked.limit + 1}`
  return (await runPlanned(context.db, 'indexes', page)).rows
}
