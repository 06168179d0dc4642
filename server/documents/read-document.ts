import { type Memo, memoNames } from '#contract/documents/memo-fields.ts'
import type { Side } from '#contract/documents/sides.ts'
import { printedAddress } from '#contract/fields/national-address.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { netPrice } from '#ledger/totals.ts'
import type { Context } from '#server/core/context.ts'
import { timeInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUnderPhase2 } from '#server/e-invoicing/phase.ts'
import type { Facts } from './document-facts.ts'
import { toSideFields } from './document-input.ts'
import { shownNumber } from './document-number.ts'
import { asIssued, issuePaper } from './document-paper.ts'
import { type ItemRow, queryDocument, type ShownDocument } from './document-query.ts'
import { detailedLockReason, isIssued } from './lock-document.ts'
import type { WrittenDocument } from './write-document.ts'

/** A document with everything its form and its printed page show. An issued document is shown as issued. */
export async function readDocument(context: Context, side: Side, id: number) {
  return toSideFields(side, await readDocumentOfKind(context, side.document, id))
}

/** The same for a document just posted: its paper is stored with it. */
export async function readIssued(context: Context, side: Side, id: number) {
  return toSideFields(side, await issueNeutral(context, side.document, id))
}

/** One that was just written and takes off no advance: as it will be read, without reading it. */
export function presentNewDocument(context: Context, side: Side, { document, facts, number }: WrittenDocument) {
  const corrects = { reference_line: null, is_return: false }
  const items = document.lines.map((line, index) => ({
    ...line,
    lots: document.lots[index] ?? null,
    ...corrects,
    ...named(line, facts),
    ...stated(line),
  }))
  const { id, name = '', name_en = null } = facts.place
  const place = id === null ? null : { id, name, name_en }
  const said = { ...facts.heads, place, orders: [...facts.orders], items, taxes: document.taxes, number }
  const row = { ...newDocumentDefaults, ...document.row, ...said }
  return toSideFields(side, shown(context, row.state === 'posted' ? { ...row, paper: issuePaper(context, row) } : row))
}

/** A row is answered in the unit that it states. */
const stated = ({ quantity, unit_quantity }: { quantity: string; unit_quantity: string | null }) => ({
  quantity: unit_quantity ?? quantity,
  base_quantity: quantity,
})

type NamedLine = { product_id: number; cost_center_id: number | null; product_unit_id: number | null }

function named(line: NamedLine, { products, cost_centers, units }: Facts) {
  const center = cost_centers.find(({ id }) => id === line.cost_center_id)
  const product = products.get(line.product_id)
  const unit = units.find(({ id }) => id === line.product_unit_id)
  return {
    unit: unit ? unit.name : (product?.unit ?? null),
    unit_en: unit ? unit.name_en : (product?.unit_en ?? null),
    cost_center_name: center?.name ?? null,
    cost_center_name_en: center?.name_en ?? null,
  }
}

/** The defaults of a new document. */
const newDocumentDefaults = {
  ...(Object.fromEntries(memoNames.map((name) => [name, null])) as Memo),
  posted_at: null,
  issued_at: null,
  revision: 1,
  version: 1,
  settled: '0',
  advances_deducted: '0',
  retained: '0',
  retention_moves: [],
  credited: '0',
  note_count: 0,
  is_tax_invoice: false,
  has_own_rate: false,
  paper: null,
  e_document: null,
  closed_period: null,
  payments: [],
  correcting_notes: [],
  write_offs: [],
  credits: [],
  orders: [],
  asset_lock: null,
  deductions: [],
}

/** A document of any kind, without the field names of its side. */
export async function readDocumentOfKind(context: Context, kind: string, id: number) {
  const row = await queryDocument(context, kind, id)
  if (!row) throw new Refusal('not_found')
  return shown(context, row)
}

/** The same for a document just posted. */
export async function issueNeutral(context: Context, kind: string, id: number) {
  const row = await queryDocument(context, kind, id)
  if (!row) throw new Refusal('not_found')
  return shown(context, { ...row, paper: issuePaper(context, row) })
}

function shown<Row extends ShownDocument>(context: Context, written: Row) {
  const row = asIssued(context, written)
  return {
    ...row,
    number: shownNumber(row),
    date: row.document_date,
    deducted: row.advances_deducted,
    ...settlement(row),
    is_void: row.state === 'void',
    awaits_stamp: row.state === 'posted' && row.issued_at === null && isUnderPhase2(row, context),
    is_overdue: isOverdue(row, context),
    locked_because: detailedLockReason(row, context),
    written_off: row.write_offs.length > 0 ? text(sum(row.write_offs.map(({ amount }) => amount))) : null,
    is_issued: row.state !== 'draft' && isIssued(row, context),
    issue_time: printedTime(row),
    issued_at: (row.issued_at ?? row.posted_at)?.toISOString() ?? null,
    party: { ...row.party, address: printedAddress(row.party) },
    branch: { ...row.branch, address: printedAddress(row.branch) },
    taxes: [...row.taxes].sort((a, b) => decimal(b.rate).cmp(a.rate) || (a.tax_id ?? 0) - (b.tax_id ?? 0)),
    items: row.items.map((item) => shownItem(item, row.prices_include_tax)),
  }
}

/** In phase 2 what the XML and the QR code say, with the day where it is not the document's; otherwise when it was posted. */
function printedTime({ e_document, document_date, posted_at }: ShownDocument): string | null {
  if (!e_document || e_document.state === 'rejected') return posted_at && timeInRiyadh(posted_at)
  const { issue_date, issue_time } = e_document
  return issue_date === document_date ? issue_time : `${issue_date} ${issue_time}`
}

/** The issuer's data on a printed page. */
export const organizationHead = (db: Context['db']) =>
  db
    .selectFrom('organizations')
    .select(['name', 'name_en', 'tax_number', 'commercial_registration', 'registration_scheme', 'address', 'logo'])
    .executeTakeFirstOrThrow()

type Due = { total: string; settled: string; state: string; due_date: string }
/** Overdue means due before today and still open. */
export const isOverdue = (row: Due, { today }: Pick<Context, 'today'>): boolean =>
  row.state === 'posted' && row.due_date < today && decimal(row.settled).lt(row.total)

/** What is paid and what is due now, without what is retained, in both spellings: invoices and bills use one each. */
export function settlement(row: { total: string; settled: string; retained?: string; state: string }) {
  const paid = text(decimal(row.settled).minus(row.retained ?? 0))
  const remaining = row.state === 'posted' ? text(decimal(row.total).minus(row.settled)) : '0'
  return { paid_amount: paid, remaining_amount: remaining, paidAmount: paid, remainingAmount: remaining }
}

/** A row's net is printed before its share of the document's discount. */
const shownItem = ({ net: posted, ...row }: ItemRow, includesTax: boolean) => {
  const net = decimal(posted).plus(row.discount_share)
  return {
    ...row,
    net: text(net),
    net_price: text(netPrice(row.price, row.tax_rate, includesTax)),
    item_name: row.product_name,
    item_name_en: row.product_name_en,
    total: text(net.plus(row.tax)),
  }
}
