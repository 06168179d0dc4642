import { type RawBuilder, sql } from 'kysely'
import type { RefusalCode } from '#contract/refusals.ts'
import { decimal } from '#ledger/money.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUnderPhase2 } from '#server/e-invoicing/phase.ts'

export type StoredDocument = Awaited<ReturnType<typeof lockDocument>>

/** The document's row, locked, after the version was compared with what the editor had in hand. */
export async function lockDocument({ db }: Context, kind: string, id: number, version: number | undefined) {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  return row
}

type Asker = Pick<Context, 'session' | 'today'>
type LockFacts = {
  state: string
  settled: string
  advances_deducted: string
  /** Of an invoice or a bill: what was retained of it, and what of that is not released. */
  retention?: string
  retained?: string
  kind: string
  note_count: number
  is_tax_invoice: boolean
  posted_at: Date | null
  issued_at: Date | null
}
/** The e-invoices to customers, and the refusal to change an issued one. */
export const eInvoiceKinds: Partial<Record<string, RefusalCode>> = {
  invoice: 'document_locked',
  advance_invoice: 'document_locked',
  credit_note: 'note_issued',
  debit_note: 'note_issued',
}
/** For these `settled` is the used part, not the paid one. */
const usedKinds = ['credit_note', 'supplier_credit', 'opening_customer_credit', 'opening_supplier_credit']

/**
 * Why a posted document may no longer be corrected or voided (accounting rule B4); null while it may. What an
 * organisation with a tax number issues to customers is issued once it was printed or its day is over. Closed and locked periods
 * are looked at when the period is locked.
 */
export function lockReason(document: LockFacts, context: Asker): RefusalCode | null {
  if (document.state === 'void') return 'document_void'
  if (document.state !== 'posted') return null
  if (document.note_count > 0) return 'has_notes'
  const isAdvance = document.kind === 'advance_invoice'
  if (isAdvance && decimal(document.advances_deducted).gt(0)) return 'has_deductions'
  const { retention = '0', retained = '0' } = document
  if (decimal(retention).gt(retained)) return 'has_releases'
  // Advances deducted from an invoice, and what is retained of it, are part of it and are reversed with it.
  const paid = decimal(document.settled)
    .minus(isAdvance ? 0 : document.advances_deducted)
    .minus(retained)
  if (paid.gt(0) && !usedKinds.includes(document.kind)) return 'is_settled'
  return issuedBecause(document, context)
}

type Settling = {
  asset_lock: AssetLock
  payments: readonly unknown[]
  write_offs: readonly unknown[]
  credits: readonly unknown[]
}

/** With a link if the settlement is known: payments and write-offs are reversed on their own pages. */
export function detailedLockReason(document: LockFacts & Settling, context: Context): RefusalCode | null {
  const code = lockReason(document, context)
  // The register holds what is posted.
  if (code === null && document.state === 'posted') return document.asset_lock
  if (code !== 'is_settled') return code
  if (document.payments.length > 0) return 'has_payments'
  return document.write_offs.length > 0 && document.credits.length === 0 ? 'has_write_offs' : code
}

function issuedBecause(document: LockFacts, context: Asker): RefusalCode | null {
  return document.is_tax_invoice && isIssued(document, context) ? (eInvoiceKinds[document.kind] ?? null) : null
}

/** Issued means printed, or its day is over. In phase 2 only the stamp issues a document. */
export const isIssued = (
  document: Pick<LockFacts, 'posted_at' | 'issued_at' | 'is_tax_invoice'>,
  context: Asker,
): boolean =>
  document.issued_at !== null ||
  (document.posted_at !== null && dayInRiyadh(document.posted_at) < context.today && !isUnderPhase2(document, context))

/** Whether a document posted now is a tax invoice. It is stored with the document, because the settings may change later. */
export const isTaxInvoice = (kind: string, { session }: Pick<Context, 'session'>): boolean =>
  kind in eInvoiceKinds && session.organization.tax_number !== null

export function requireUnlocked(document: LockFacts, context: Asker): void {
  const reason = lockReason(document, context)
  if (reason) throw new Refusal(reason, { field: 'status' })
}

export type AssetLock = Extract<RefusalCode, 'has_assets' | 'has_disposals' | 'has_landed_costs'> | null

/** What the register of assets, or costs that goods bear, hold of a document. */
export const assetLockOf = (id: number): Need<AssetLock> =>
  read(async ({ db, session }) => {
    const lock = assetLock(session.organization_id, sql`${id}::bigint`)
    const { rows } = await sql<{ lock: AssetLock }>`SELECT ${lock} AS lock`.execute(db)
    return rows[0]?.lock ?? null
  })

/** Refuses a posted document that may neither be corrected nor voided. */
export function requireFree(caller: Asker, stored: LockFacts, lock: AssetLock): void {
  requireUnlocked(stored, caller)
  if (lock) throw new Refusal(lock, { field: 'status' })
}

/**
 * What the register of assets holds of a document: a bill of which an asset was registered, an invoice that brought what an asset was sold
 * for. The register gives it free first. Goods that bear a cost hold its bill and their own until it is taken back.
 */
export const assetLock = (own: number, document: RawBuilder<unknown>): RawBuilder<AssetLock> => sql<AssetLock>`
  CASE WHEN EXISTS (SELECT FROM assets AS asset WHERE asset.organization_id = ${own} AND asset.document_id = ${document} AND asset.state <> 'cancelled')
    THEN 'has_assets'
  WHEN EXISTS (SELECT FROM asset_events AS event WHERE event.organization_id = ${own} AND event.document_id = ${document}
    AND NOT EXISTS (SELECT FROM asset_events AS undo WHERE undo.organization_id = ${own} AND undo.reverses_id = event.id)) THEN 'has_disposals'
  WHEN EXISTS (SELECT FROM landed_costs AS cost WHERE cost.organization_id = ${own} AND cost.bill_id = ${document} AND cost.state = 'posted')
    OR EXISTS (SELECT FROM landed_cost_lines AS part JOIN landed_costs AS cost ON cost.organization_id = ${own} AND cost.id = part.landed_cost_id
      AND cost.state = 'posted' WHERE part.organization_id = ${own} AND part.document_id = ${document}) THEN 'has_landed_costs' END`
