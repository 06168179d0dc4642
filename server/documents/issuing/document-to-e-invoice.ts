import { sql } from 'kysely'
import { calculate, type EInvoiceInput } from '#contract/e-invoice/calculate.ts'
import type { Address, Audience, Category, DocumentType, IssuedEInvoice, Party } from '#contract/e-invoice/model.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { DocumentQueryRow } from '#server/documents/document-query.ts'

/** What number, time and place in the chain a document is issued with. */
export type Issuing = Pick<IssuedEInvoice, 'uuid' | 'issue_date' | 'issue_time' | 'icv' | 'previous_hash'>

const types: Record<string, DocumentType> = {
  invoice: '388',
  advance_invoice: '386',
  credit_note: '381',
  debit_note: '383',
}
/** Of the reasons for charging no tax those that follow from how a tax is treated. */
const exemptions: Partial<Record<string, string>> = { exports: 'VATEX-SA-32', out_of_scope: 'VATEX-SA-OOS' }
/** UNTDID 4461: not defined. How it will be paid is not asked for yet. */
const anyMeans = '1'

/** What the document's own row does not say: who the buyer is, how its rows are taxed, what it corrects and takes off. */
type Facts = {
  party_type: string
  party_country: string
  branch_city: string | null
  reference: string | null
  rows: { line_number: number; category: Category; treatment: string | null; code: string; unit: string }[]
  advances: {
    number: string
    date: string
    time: string | null
    uuid: string | null
    category: Category
    rate: string
    treatment: string | null
  }[]
}

/** Asked apart, so that it travels while others are waited for. */
export async function loadEInvoiceFacts({ db, session }: Context, id: number): Promise<Facts> {
  const own = session.organization_id
  const { rows } = await sql<Facts>`
    SELECT party.type AS party_type, country.code AS party_country,
      (SELECT city.name FROM branches AS branch JOIN cities AS city ON city.id = branch.city_id
        WHERE branch.organization_id = ${own} AND branch.id = document.branch_id) AS branch_city,
      (SELECT number FROM documents AS original WHERE original.organization_id = ${own} AND original.id = document.reference_id) AS reference,
      coalesce((SELECT json_agg(json_build_object('line_number', line.line_number, 'category', charged.category, 'treatment', tax.treatment,
          'code', product.code, 'unit', unit.code) ORDER BY line.line_number)
        FROM document_lines AS line
        JOIN document_taxes AS charged ON charged.organization_id = ${own} AND charged.document_id = line.document_id AND charged.tax_id = line.tax_id
        JOIN taxes AS tax ON tax.organization_id = ${own} AND tax.id = line.tax_id
        JOIN products AS product ON product.organization_id = ${own} AND product.id = line.product_id
        JOIN units AS unit ON unit.organization_id = ${own} AND unit.id = product.unit_id
        WHERE line.organization_id = ${own} AND line.document_id = document.id), '[]') AS rows,
      coalesce((SELECT json_agg(json_build_object('number', advance.number, 'date', coalesce(stamped.issue_date, advance.document_date),
          'time', stamped.issue_time, 'uuid', stamped.uuid, 'category', charged.category, 'rate', charged.rate::text,
          'treatment', tax.treatment) ORDER BY taken.line_number)
        FROM advance_deductions AS taken
        JOIN documents AS advance ON advance.organization_id = ${own} AND advance.id = taken.advance_id
        JOIN document_taxes AS charged ON charged.organization_id = ${own} AND charged.document_id = advance.id
        LEFT JOIN taxes AS tax ON tax.organization_id = ${own} AND tax.id = charged.tax_id
        LEFT JOIN e_documents AS stamped ON stamped.organization_id = ${own} AND stamped.document_id = advance.id AND stamped.state <> 'rejected'
        WHERE taken.organization_id = ${own} AND taken.invoice_id = document.id), '[]') AS advances
    FROM documents AS document
    JOIN parties AS party ON party.organization_id = ${own} AND party.id = document.party_id
    JOIN countries AS country ON country.id = party.country_id
    WHERE document.organization_id = ${own} AND document.id = ${id}`.execute(db)
  return rows[0] as Facts
}

/** A posted document in the authority's model. It contains what the paper says and nothing else. */
export function documentToEInvoice(row: DocumentQueryRow, facts: Facts, issuing: Issuing): IssuedEInvoice {
  const audience = audienceOf(row, facts)
  const type = types[row.kind] as DocumentType
  const isNote = type === '381' || type === '383'
  const rows = rowsOf(row, facts)
  return calculate({
    ...issuing,
    number: row.number as string,
    type,
    audience,
    flags: { third_party: false, nominal: false, export: isExport(rows), summary: false, self_billed: false },
    notes: row.notes ? [row.notes] : [],
    currency: row.currency.code,
    exchange_rate: row.currency.code === 'SAR' ? null : text(decimal(row.exchange_rate)),
    purchase_order: null,
    contract: null,
    references: isNote && facts.reference ? [facts.reference] : [],
    seller: sellerOf(row, facts),
    buyer: buyerOf(row, facts, audience),
    supply_date: isNote ? null : row.document_date,
    supply_end_date: null,
    payments: [{ means: anyMeans, account: null, terms: null }],
    note_reason: isNote ? row.reason : null,
    allowances: [],
    rows,
    prepayments: prepaymentsOf(row, facts),
  }) as IssuedEInvoice
}

/** A standard invoice is due to whom the law knows as a business or a legal person; a simplified one to private people. */
const audienceOf = ({ party }: DocumentQueryRow, { party_type }: Facts): Audience =>
  party_type === 'individual' && !party.tax_number ? 'simplified' : 'standard'

function rowsOf({ items }: DocumentQueryRow, facts: Facts): EInvoiceInput['rows'] {
  const taxed = new Map(facts.rows.map((row) => [row.line_number, row]))
  return items.map((item) => {
    const tax = taxed.get(item.line_number)
    const category = tax?.category ?? 'O'
    return {
      id: String(item.line_number),
      name: bilingual(item.product_name, item.product_name_en),
      note: null,
      quantity: text(decimal(item.quantity)),
      unit: tax?.unit ?? null,
      price: text(decimal(item.price)),
      net: text(decimal(item.net)),
      allowances: [],
      category,
      rate: category === 'S' ? text(decimal(item.tax_rate)) : '0',
      exemption_code: category === 'S' ? null : (exemptions[tax?.treatment ?? ''] ?? null),
      buyer_code: null,
      seller_code: tax?.code ?? null,
      standard_code: null,
    }
  })
}

/** Exports alone make an export; a mixture is refused by the rules, with the way out. */
const isExport = (rows: EInvoiceInput['rows']): boolean =>
  rows.length > 0 && rows.every(({ exemption_code }) => /^VATEX-SA-3[23]$/.test(exemption_code ?? ''))

function prepaymentsOf({ items, deductions, kind }: DocumentQueryRow, facts: Facts): EInvoiceInput['prepayments'] {
  if (kind !== 'invoice') return []
  const last = Math.max(0, ...items.map(({ line_number }) => line_number))
  return deductions.map(({ number, net, tax }, index) => {
    const advance = facts.advances.find((one) => one.number === number)
    const category = advance?.category ?? 'S'
    return {
      id: String(last + 1 + index),
      name: 'تسوية الدفعة المقدمة | Prepayment adjustment',
      number,
      uuid: advance?.uuid ?? null,
      issue_date: advance?.date ?? null,
      // Issued before its time was written down.
      issue_time: advance?.time ?? '00:00:00',
      type: '386',
      category,
      rate: category === 'S' ? text(decimal(advance?.rate ?? '15')) : '0',
      taxable: text(decimal(net), 2),
      tax: text(decimal(tax), 2),
      exemption_code: category === 'S' ? null : (exemptions[advance?.treatment ?? ''] ?? null),
    }
  })
}

function sellerOf({ organization, branch }: DocumentQueryRow, { branch_city }: Facts): Party {
  const street = branch.address ?? organization.address
  return {
    name: bilingual(organization.name, organization.name_en),
    vat_number: organization.tax_number,
    identifier: organization.commercial_registration
      ? { scheme: 'CRN', value: organization.commercial_registration }
      : null,
    address: { ...noAddress, street, city: branch_city, country: 'SA' },
    contact: null,
  }
}

function buyerOf({ party }: DocumentQueryRow, facts: Facts, audience: Audience): Party | null {
  if (audience === 'simplified') return { ...noParty, name: bilingual(party.name, party.name_en) }
  const street = party.street ?? party.address
  const { building_number: building, district, postal_code, city } = party
  return {
    name: bilingual(party.name, party.name_en),
    vat_number: party.tax_number,
    identifier:
      party.tax_number || !party.commercial_registration
        ? null
        : { scheme: 'CRN', value: party.commercial_registration },
    address: street
      ? { ...noAddress, street, building, district, postal_code, city, country: facts.party_country }
      : null,
    contact: null,
  }
}

const bilingual = (name: string, name_en: string | null): string =>
  name_en && name_en !== name ? `${name} | ${name_en}` : name

const noAddress: Address = {
  ...{ street: null, additional_street: null, building: null, additional_number: null, district: null },
  ...{ city: null, postal_code: null, province: null, country: null },
}
const noParty: Party = { name: null, vat_number: null, identifier: null, address: null, contact: null }
