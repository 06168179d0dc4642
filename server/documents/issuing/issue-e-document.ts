import { createPrivateKey, randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { memoOf } from '#contract/documents/memo-fields.ts'
import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'
import { verdictOf } from '#contract/e-invoice/verdict.ts'
import { type Context, dayInRiyadh, timeInRiyadh } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/db/schema.ts'
import { type DocumentQueryRow, queryDocument } from '#server/documents/document-query.ts'
import { certificateOfToken } from '#server/e-document/certificate.ts'
import { eInvoiceFileName } from '#server/e-document/file-name.ts'
import { firstPreviousHash } from '#server/e-document/hash.ts'
import { type SignedDocument, StampRefused, signDocument } from '#server/e-document/sign.ts'
import { isUnderPhase2 } from '#server/e-invoicing/phase.ts'
import { keepPaper } from '#server/journal/issued-papers.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import { VaultClosed } from '#server/vault/vault.ts'
import { loadEInvoiceFacts } from './e-invoice-facts.ts'
import { refuseRejected } from './refuse-rejected.ts'
import { requireSameTotals } from './require-same-totals.ts'
import { storedEInvoice } from './stored-e-invoice.ts'

type Unit = Selectable<Database['e_invoice_units']>
export type IssuedEDocument = { id: number; key: string; isStandard: boolean }

/**
 * Issues a posted document as an e-document: its place in the unit's chain, its stamp and its sending belong to the caller's transaction.
 * The document is locked by the caller; the unit is the last row that is locked, so that documents wait for one another and never in a ring.
 */
export async function issueEDocument(context: Context, kind: string, id: number): Promise<IssuedEDocument> {
  const [row, facts] = await Promise.all([queryDocument(context, kind, id), loadEInvoiceFacts(context, id)])
  if (!row) throw new Refusal('not_found')
  await requireEarlierIssued(context, row)
  const unit = await lockUnit(context, row.branch_id)
  const now = context.services.clock.now()
  const times = riyadhTimes(now)
  if (unit.last_issued_at !== null && now < unit.last_issued_at) throw new Refusal('e_invoice_clock_behind')
  const icv = unit.counter + 1
  const previous_hash = unit.last_hash ?? firstPreviousHash
  const issuing = { ...times, uuid: randomUUID(), icv: String(icv), previous_hash }
  const invoice = storedEInvoice(row, facts, issuing)
  requireSameTotals(row, invoice)
  refuseRejected(context, verdictOf(invoice, { today: context.today, stage: 'issued' }))
  const signed = stamp(context, unit, invoice, now)
  const attempt = row.e_document === null ? 1 : row.e_document.attempt + 1
  const stored = await store(context, unit, { row, invoice, signed, attempt, now })
  keepPaper(context, { kind, id, revision: row.revision, attempt }, paperOf(row, signed.qr))
  const key = `e-document ${stored}`
  await enqueue(context.db, context.session.organization_id, { kind: 'e_invoice', key, payload: { id: stored } })
  return { id: stored, key, isStandard: invoice.audience === 'standard' }
}

/** Riyadh's day and time, the pair that paper, code and XML say. */
function riyadhTimes(now: Date) {
  return { issue_date: dayInRiyadh(now), issue_time: timeInRiyadh(now) }
}

/** The branch's own unit, else the organisation's, locked until the chain has gone on. Where a production unit is live, no trial unit stamps. */
async function lockUnit({ db, session, services }: Context, branch_id: number): Promise<Unit> {
  const { rows } = await sql<Unit>`
    SELECT * FROM e_invoice_units
    WHERE organization_id = ${session.organization_id} AND state = 'live' AND (branch_id = ${branch_id} OR branch_id IS NULL)
      AND (environment = 'production' OR NOT EXISTS (SELECT FROM e_invoice_units AS other
        WHERE other.organization_id = ${session.organization_id} AND other.state = 'live' AND other.environment = 'production'))
    ORDER BY branch_id NULLS LAST LIMIT 1 FOR UPDATE`.execute(db)
  const [unit] = rows
  if (!unit) throw new Refusal('e_invoice_no_unit')
  if (unit.valid_to !== null && unit.valid_to <= services.clock.now())
    throw new Refusal('e_invoice_certificate_expired')
  return unit
}

/** A note comes after what it corrects, and a final invoice after the advances it takes off: the platform has to know them. */
async function requireEarlierIssued(context: Context, row: DocumentQueryRow): Promise<void> {
  const { rows } = await sql<{
    number: string
    is_tax_invoice: boolean
    posted_at: Date | null
    issued_at: Date | null
  }>`
    SELECT earlier.number, earlier.is_tax_invoice, earlier.posted_at, earlier.issued_at FROM documents AS earlier
    WHERE earlier.organization_id = ${context.session.organization_id} AND earlier.id = ANY (
      SELECT ${row.reference_id}::bigint UNION ALL SELECT advance_id FROM advance_deductions
      WHERE organization_id = ${context.session.organization_id} AND invoice_id = ${row.id})`.execute(context.db)
  const first = rows.find((earlier) => isUnderPhase2(earlier, context) && earlier.issued_at === null)
  if (first) throw new Refusal('e_invoice_earlier_first', { params: { number: first.number } })
}

function stamp({ services, session }: Context, unit: Unit, invoice: IssuedEInvoice, now: Date): SignedDocument {
  try {
    const pem = services.eInvoicing.vault.open(session.organization_id, unit.private_key as Buffer)
    return signDocument(invoice, {
      key: createPrivateKey(pem),
      certificate: certificateOfToken(unit.token as string),
      signing_time: now.toISOString().slice(0, 19),
    })
  } catch (error) {
    if (error instanceof VaultClosed) throw new Refusal('e_invoice_key_lost')
    if (!(error instanceof StampRefused)) throw error
    if (error.fault === 'certificate_expired') throw new Refusal('e_invoice_certificate_expired')
    if (error.fault === 'other_vat_number') throw new Refusal('e_invoice_vat_changed')
    throw error
  }
}

type SignedInvoice = {
  row: DocumentQueryRow
  invoice: IssuedEInvoice
  signed: SignedDocument
  attempt: number
  now: Date
}

async function store(
  context: Context,
  unit: Unit,
  { row, invoice, signed, attempt, now }: SignedInvoice,
): Promise<number> {
  const { db, session } = context
  const { id } = await db
    .insertInto('e_documents')
    .values({
      unit_id: unit.id,
      icv: Number(invoice.icv),
      document_id: row.id,
      kind: row.kind,
      number: invoice.number,
      attempt,
      uuid: invoice.uuid,
      type_code: invoice.type,
      audience: invoice.audience,
      issue_date: invoice.issue_date,
      issue_time: invoice.issue_time,
      issued_at: now,
      file_name: eInvoiceFileName(invoice),
      previous_hash: invoice.previous_hash,
      ...signed,
      created_by: session.user_id || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const goesOn = { counter: Number(invoice.icv), last_hash: signed.hash, last_issued_at: now }
  await Promise.all([
    db.updateTable('e_invoice_units').set(goesOn).where('id', '=', unit.id).execute(),
    db.updateTable('documents').set({ issued_at: now }).where('id', '=', row.id).execute(),
  ])
  return id
}

/** The data of the stamp: the masters at this moment. */
function paperOf(row: DocumentQueryRow, qr: string) {
  const { organization, party, branch, currency, is_tax_invoice, due_date } = row
  const units = row.items.map(({ line_number, unit, unit_en }) => ({ line_number, unit, unit_en }))
  return { organization, party, branch, currency, is_tax_invoice, due_date, ...memoOf(row), units, qr }
}
