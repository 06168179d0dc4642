import { sql } from 'kysely'
import type { Side } from '#contract/sides.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/kit/context.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { shownNumber } from './document-number.ts'
import { invoiceQr } from './invoice-qr.ts'
import { issuedKinds, lockedBecause } from './lock-document.ts'
import { spelled } from './neutral.ts'

const contact = ['name', 'name_en', 'phone', 'mobile', 'email'] as const

/** A document with everything its form and its printed page show. */
export async function readDocument(context: Context, side: Side, id: number) {
  return spelled(side, await readNeutral(context, side.document, id))
}

/** A document of whichever kind, without its side's spelling. */
export async function readNeutral(context: Context, kind: string, id: number) {
  const { db } = context
  const [row, organization, party, branch, currency, items, payments, correcting_notes, write_offs, deductions] =
    await Promise.all([
      db.selectFrom('documents').selectAll().where('id', '=', id).where('kind', '=', kind).executeTakeFirst(),
      organizationHead(db),
      partyOf(context, id),
      branchOf(context, id),
      currencyOf(context, id),
      itemsOf(context, id),
      paymentsOf(context, id),
      notesOf(context, id),
      writeOffsOf(context, id),
      deductionsOf(context, kind, id),
    ])
  if (!row) throw new Refusal('not_found')
  return {
    ...row,
    number: shownNumber(row),
    date: row.document_date,
    ...settlement(row),
    is_void: row.state === 'void',
    is_overdue: row.state === 'posted' && row.due_date < context.today && decimal(row.settled).lt(row.total),
    locked_because: lockedBecause(row, context),
    issued_at: (row.issued_at ?? row.posted_at)?.toISOString() ?? null,
    qr: issuedKinds.includes(kind) ? invoiceQr(organization, row) : null,
    organization,
    party,
    branch,
    currency,
    items,
    payments,
    correcting_notes,
    write_offs,
    deductions,
  }
}

/** What a printed page says of its issuer. */
export const organizationHead = (db: Context['db']) =>
  db
    .selectFrom('organizations')
    .select(['name', 'name_en', 'tax_number', 'commercial_registration', 'address', 'logo'])
    .executeTakeFirstOrThrow()

/** Both spellings of what is paid and what remains: the two documents use one each. */
export function settlement(row: { total: string; settled: string; state: string }) {
  const remaining = row.state === 'posted' ? text(decimal(row.total).minus(row.settled)) : '0'
  return { paid_amount: row.settled, remaining_amount: remaining, paidAmount: row.settled, remainingAmount: remaining }
}

async function partyOf({ db }: Context, documentId: number) {
  const row = await db
    .selectFrom('parties')
    .leftJoin('cities', 'cities.id', 'parties.city_id')
    .select(contact.map((column) => `parties.${column}` as const))
    .select([
      'parties.id',
      'parties.address',
      'tax_number',
      'commercial_registration',
      'building_number',
      'street',
      'district',
      'postal_code',
      'cities.name as city',
    ])
    .innerJoin('documents', 'documents.party_id', 'parties.id')
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
  // No document, no party: the caller says so.
  if (!row) return null
  const national = [row.building_number, row.street, row.district, row.city, row.postal_code]
  const hasNational = row.street !== null || row.building_number !== null
  return { ...row, address: row.address ?? (hasNational ? national.filter((part) => part !== null).join('، ') : null) }
}

function branchOf({ db }: Context, documentId: number) {
  return db
    .selectFrom('branches')
    .leftJoin('cities', 'cities.id', 'branches.city_id')
    .select(contact.map((column) => `branches.${column}` as const))
    .select(['branches.id', 'branches.address', 'cities.name as city', 'cities.name_en as city_en'])
    .innerJoin('documents', 'documents.branch_id', 'branches.id')
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
}

function currencyOf({ db }: Context, documentId: number) {
  return db
    .selectFrom('currencies')
    .innerJoin('documents', 'documents.currency_id', 'currencies.id')
    .selectAll('currencies')
    .where('documents.id', '=', documentId)
    .executeTakeFirst()
}

async function itemsOf({ db }: Context, id: number) {
  const rows = await db
    .selectFrom('document_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .innerJoin('units', 'units.id', 'products.unit_id')
    .select([
      'line.line_number',
      'line.product_id',
      'line.product_name',
      'line.product_name_en',
      'line.quantity',
      'line.price',
      'line.tax_rate',
      'line.net',
      'line.tax',
      'units.name as unit',
    ])
    .where('line.document_id', '=', id)
    .orderBy('line.line_number')
    .execute()
  return rows.map((row) => ({
    ...row,
    item_name: row.product_name,
    item_name_en: row.product_name_en,
    total: text(decimal(row.net).plus(row.tax)),
  }))
}

function paymentsOf({ db }: Context, id: number) {
  return db
    .selectFrom('allocations')
    .innerJoin('payments', 'payments.id', 'allocations.payment_id')
    .select([
      'payments.id',
      'payments.number as payment_number',
      'payments.payment_date',
      sql<string>`sum(allocations.amount)`.as('amount'),
    ])
    .where('allocations.document_id', '=', id)
    .groupBy(['payments.organization_id', 'payments.id', 'payments.number', 'payments.payment_date'])
    .having(sql<boolean>`sum(allocations.amount) <> 0`)
    .orderBy('payments.payment_date')
    .execute()
}

/** The notes that correct it. */
function notesOf({ db }: Context, id: number) {
  return db
    .selectFrom('documents')
    .select(['id', 'kind', 'number', 'document_date as date', 'total', 'currency_id'])
    .where('reference_id', '=', id)
    .where('state', '=', 'posted')
    .orderBy('document_date')
    .orderBy('id')
    .execute()
}

/** The advances an invoice takes off, or the invoices that took an advance; of a draft what it asks for. */
function deductionsOf({ db }: Context, kind: string, id: number) {
  const isAdvance = kind === 'advance_invoice'
  const rows = db
    .selectFrom('advance_deductions as own')
    .innerJoin('documents as other', 'other.id', isAdvance ? 'own.invoice_id' : 'own.advance_id')
    .select(['other.id', 'other.number', 'other.document_date as date', 'own.net', 'own.tax'])
    .select(sql<string>`own.net + own.tax`.as('total'))
    .where(isAdvance ? 'own.advance_id' : 'own.invoice_id', '=', id)
    .orderBy('own.invoice_id')
    .orderBy('own.line_number')
  return (isAdvance ? rows.where('own.is_posted', '=', true) : rows).execute()
}

function writeOffsOf({ db }: Context, id: number) {
  return db
    .selectFrom('write_offs')
    .select(['id', 'write_off_date', 'amount', 'reason'])
    .where('document_id', '=', id)
    .where('state', '=', 'posted')
    .orderBy('id')
    .execute()
}

/** The first print, download or sending issues an invoice: from then on it is corrected by a credit note only. */
export async function markIssued(context: Context, side: Side, id: number): Promise<void> {
  const row = await context.db
    .selectFrom('documents')
    .select(['state', 'issued_at'])
    .where('id', '=', id)
    .where('kind', '=', side.document)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (row.state !== 'posted' || row.issued_at !== null) return
  await context.db
    .updateTable('documents')
    .set({ issued_at: context.services.clock.now() })
    .where('id', '=', id)
    .execute()
}
