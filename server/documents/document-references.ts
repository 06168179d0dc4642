import { sql } from 'kysely'
import type { Side } from '#contract/documents/sides.ts'
import type { Tracking } from '#contract/fields/lot-rows.ts'
import type { CostCenter } from '#server/chart/cost-center-problem.ts'
import type { Context } from '#server/core/context.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'
import { costCentersOf } from './cost-centers.ts'
import { branchOf, currencyHeaderSql, type Heads, organizationOf, partyHeaderSql } from './document-header-sql.ts'
import type { DocumentInput } from './document-input.ts'

export type Product = {
  id: number
  name: string
  name_en: string | null
  /** As shown on its page. */
  unit?: string
  unit_en?: string | null
  status: string
  apply_tax: boolean
  unlimited_quantity: boolean
  type: 'product' | 'service'
  tracking: Tracking
  tracks_expiry: boolean
  income_account_id: number | null
  expense_account_id: number | null
  /** For that account: assets have no cost center. */
  expense_class?: string | null
}
export type Tax = {
  id: number
  status: string
  rate: string
  category: string
  sale_box: string | null
  purchase_box: string | null
  reverse_charge: boolean
  recoverable_percent: string
  /** Why it charges nothing: a reason of the law's list, and optionally own words instead of the list's text. */
  exemption_code: string | null
  exemption_reason: string | null
  exemption_reason_en: string | null
}
/** The heads are what the document's page shows of them; a party, branch or currency that is not there is null. */
export type References = Pick<Heads, 'organization'> & {
  [Head in 'party' | 'branch' | 'currency']: Heads[Head] | null
} & {
  tax: Tax | undefined
  /** The tax under which rows without tax are reported: one that says so, before an unclassified one. */
  /** Those its rows name, and the two others. */
  taxes: ReadonlyMap<number, Tax>
  /** The tax under which rows without tax are reported: a classified one, before an unclassified one. */
  outOfScope: Tax | undefined
  /** Base currency for one of the currency; null where the organisation has none. */
  rate: string | null
  products: Map<number, Product>
  cost_centers: NamedCostCenter[]
  /** The further units that its rows state. */
  units: NamedUnit[]
  /** There is another branch that may hold the goods. */
  has_branches: boolean
}
export type NamedUnit = { id: number; name: string; name_en: string | null; status: string }
export type NamedCostCenter = CostCenter & { name: string; name_en: string | null }
type Row = Omit<References, 'tax' | 'taxes' | 'outOfScope' | 'products'> & { taxes: Tax[]; products: Product[] }

/** Everything a document refers to, in one statement: each of them is a look into an index (LATERAL says so, where others would be joined). */
export async function loadReferences({ db, session }: Context, side: Side, input: DocumentInput): Promise<References> {
  const { organization_id, organization } = session
  const products = [...new Set(input.items.map((item) => item.product_id))]
  const named = [...new Set([input.tax_id, ...input.items.flatMap(({ tax_id }) => (tax_id ? [tax_id] : []))])]
  const isBase = input.currency_id === organization.currency_id
  const rate = isBase ? sql`1` : exchangeRateOn(organization_id, sql`${input.currency_id}::bigint`, input.date)
  const centered = costCenterParts(organization_id, costCentersOf(input))
  const { rows } = await sql<Row>`
    SELECT ${organizationOf(organization_id)} AS organization,
      ${partyHeaderSql(organization_id, sql`party.id = ${input.party_id} AND party.kind = ${side.party}`)} AS party,
      ${branchOf(organization_id, sql`${input.branch_id}`)} AS branch,
      ${currencyHeaderSql(sql`${input.currency_id}`)} AS currency, ${rate}::text AS rate,
      coalesce((SELECT json_agg(json_build_object('id', id, 'status', status, 'rate', rate::text, 'category', category, 'sale_box', sale_box,
          'purchase_box', purchase_box, 'reverse_charge', reverse_charge, 'recoverable_percent', recoverable_percent::text,
          'exemption_code', exemption_code, 'exemption_reason', exemption_reason, 'exemption_reason_en', exemption_reason_en) ORDER BY treatment, id)
        FROM taxes WHERE organization_id = ${organization_id} AND (id = ANY (${named}::bigint[]) OR (category = 'O' AND status = 'active'))), '[]') AS taxes,
      coalesce((SELECT json_agg(json_build_object('id', product.id, 'name', product.name, 'name_en', product.name_en, 'unit', unit.name, 'unit_en', unit.name_en,
          'status', product.status, 'apply_tax', product.apply_tax, 'unlimited_quantity', product.unlimited_quantity, 'tracking', product.tracking, 'tracks_expiry', product.tracks_expiry,
          'type', CASE type.key WHEN 'service' THEN 'service' ELSE 'product' END,
          'income_account_id', coalesce(product.income_account_id, category.income_account_id),
          'expense_account_id', coalesce(product.expense_account_id, category.expense_account_id) ${centered.classes}))
        FROM products AS product
        CROSS JOIN LATERAL (SELECT key FROM product_types WHERE id = product.product_type_id OFFSET 0) AS type
        CROSS JOIN LATERAL (SELECT income_account_id, expense_account_id FROM product_categories
          WHERE organization_id = ${organization_id} AND id = product.product_category_id OFFSET 0) AS category
        CROSS JOIN LATERAL (SELECT name, name_en FROM units WHERE organization_id = ${organization_id} AND id = product.unit_id OFFSET 0) AS unit
        WHERE product.organization_id = ${organization_id} AND product.id = ANY (${products}::bigint[])), '[]') AS products,
      ${centered.centers} AS cost_centers, ${statedUnits(organization_id, input)} AS units,
      EXISTS (SELECT FROM branches WHERE organization_id = ${organization_id} AND id <> ${input.branch_id}) AS has_branches`.execute(
    db,
  )
  const { taxes, ...found } = rows[0] as Row
  // An organization may require that every row takes the document's tax, even for a product without tax (accounting
  // rule C7).
  const asTaxed = (product: Product) =>
    organization.row_tax_always_invoice ? { ...product, apply_tax: true } : product
  return {
    ...found,
    tax: taxes.find((tax) => tax.id === input.tax_id),
    taxes: new Map(taxes.map((tax) => [tax.id, tax])),
    // Others of its kind are here only where a row names them.
    outOfScope: taxes.find((tax) => tax.category === 'O' && tax.status === 'active'),
    products: new Map(found.products.map((product) => [product.id, asTaxed(product)])),
  }
}

/** The names of the units that rows state. Most documents state none and pay nothing. */
function statedUnits(organization: number, { items }: DocumentInput) {
  const ids = items.flatMap(({ product_unit_id }) => product_unit_id ?? [])
  if (ids.length === 0) return sql`'[]'::json`
  return sql`coalesce((SELECT json_agg(json_build_object('id', stated.id, 'name', unit.name, 'name_en', unit.name_en, 'status', stated.status))
        FROM product_units AS stated JOIN units AS unit ON unit.organization_id = ${organization} AND unit.id = stated.unit_id
        WHERE stated.organization_id = ${organization} AND stated.id = ANY (${ids}::bigint[])), '[]')`
}

/** The look-ups for rows with cost centers. Most documents have none and pay nothing. */
const costCenterParts = (organization: number, ids: readonly number[]) =>
  ids.length === 0
    ? { classes: sql``, centers: sql`'[]'::json` }
    : {
        classes: sql`, 'expense_class', (SELECT class FROM accounts WHERE organization_id = ${organization}
            AND id = coalesce(product.expense_account_id, category.expense_account_id))`,
        centers: sql`coalesce((SELECT json_agg(json_build_object('id', id, 'type', type, 'status', status, 'name', name, 'name_en', name_en)) FROM cost_centers
        WHERE organization_id = ${organization} AND id = ANY (${ids}::bigint[])), '[]')`,
      }
