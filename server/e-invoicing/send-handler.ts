import { sql } from 'kysely'
import type { Pool } from '#server/db/driver/pool.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { PlatformEnvironment } from '#server/e-document/environment.ts'
import type { EInvoicing } from '#server/e-document/gateway.ts'
import type { DocumentAnswer, PlatformClient } from '#server/e-document/platform-client.ts'
import type { DeliveryOutcome, Handler } from '#server/outbox/outbox.ts'

type Ready = {
  uuid: string
  hash: string
  xml: string
  audience: string
  state: string
  unit_id: number
  environment: PlatformEnvironment
  token: string | null
  secret: Buffer | null
}
type Delivered = DeliveryOutcome & { answer?: DocumentAnswer; sent_at?: Date; unit_id?: number }

/** The platform refuses every document of a certificate that it does not accept. Retries are rare, and the user is notified. */
const unauthorisedPause_ms = 15 * 60_000
const final = ['accepted', 'accepted_with_warnings', 'rejected']
const isFinal = (state: string) => final.includes(state)

/** Sends e-documents through the outbox, byte for byte as stamped. Sending twice is harmless: the platform recognises the hash. */
export const eInvoiceHandler = (pool: Pool, eInvoicing: EInvoicing): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId, { payload }): Promise<Delivered> {
    const { id } = payload as { id: number }
    const ready = await inTenant(pool, organizationId, 'read', (db) => readReady(db, organizationId, id))
    if (!ready || isFinal(ready.state)) return { state: 'sent' }
    const { token, secret, unit_id, environment } = ready
    if (token === null || secret === null) return { state: 'retry', error: 'the unit has no certificate' }
    const credentials = { token, secret: eInvoicing.vault.open(organizationId, secret) }
    const sent_at = new Date()
    const answer = await send(eInvoicing.clientOf(environment), credentials, ready)
    return { ...outcomeOf(answer), answer, sent_at, unit_id }
  },
  async settle(db, { payload }, outcome) {
    const { answer, sent_at, unit_id } = outcome as Delivered
    if (answer && sent_at && unit_id)
      await storeAnswer(db, (payload as { id: number }).id, { answer, sent_at, unit_id })
  },
})

async function readReady(db: TenantDatabase, own: number, id: number): Promise<Ready | undefined> {
  const { rows } = await sql<Ready>`
    SELECT document.uuid, document.hash, document.xml, document.audience, document.state, unit.id AS unit_id, unit.environment, unit.token, unit.secret
    FROM e_documents AS document
    JOIN e_invoice_units AS unit ON unit.organization_id = ${own} AND unit.id = document.unit_id
    WHERE document.organization_id = ${own} AND document.id = ${id}`.execute(db)
  return rows[0]
}

async function send(client: PlatformClient, credentials: { token: string; secret: string }, document: Ready) {
  if (document.audience === 'simplified') return client.report(credentials, document)
  const answer = await client.clear(credentials, document)
  return answer.state === 'clearance_off' ? client.report(credentials, document) : answer
}

function outcomeOf({ state, status, body, retry_after_s }: DocumentAnswer): DeliveryOutcome {
  const error = `${status ?? 'no answer'}: ${body.slice(0, 300)}`
  if (state === 'unknown') return { state: 'retry', error, ...(retry_after_s && { after_ms: retry_after_s * 1_000 }) }
  if (state === 'unauthorised') return { state: 'retry', error, after_ms: unauthorisedPause_ms }
  if (state === 'not_processed' || state === 'clearance_off' || state === 'cleared_without_xml')
    return { state: 'failed', error }
  return { state: 'sent' }
}

/** The new state of the e-document. A certificate that is not accepted says nothing about the document. */
function stateOf({ state }: DocumentAnswer): string {
  if (state === 'unauthorised') return 'waiting'
  if (state === 'not_processed' || state === 'clearance_off') return 'not_sent'
  return state === 'duplicate' ? 'accepted' : state
}

type PlatformReply = { answer: DocumentAnswer; sent_at: Date; unit_id: number }

async function storeAnswer(db: TenantDatabase, id: number, { answer, sent_at, unit_id }: PlatformReply): Promise<void> {
  const state = stateOf(answer)
  const { status, errors, warnings, body, cleared } = answer
  const isAccepted = state === 'accepted' || state === 'accepted_with_warnings'
  // The remark of an accepted duplicate that it was accepted before is no error.
  const storedAnswer = JSON.stringify({ state: answer.state, status, errors: isAccepted ? [] : errors, warnings, body })
  const isCleared = cleared?.isSame && isAccepted
  // What is known as cleared becomes nothing less by a later answer: it only waits for the authority's document.
  const stored = await db
    .updateTable('e_documents')
    .set({
      state,
      sent_at,
      answered_at: new Date(),
      answer: sql`${storedAnswer}::jsonb`,
      ...(isCleared && { cleared_xml: cleared.xml, cleared_qr: cleared.qr }),
    })
    .where('id', '=', id)
    .where('state', 'not in', isAccepted ? final : [...final, 'cleared_without_xml'])
    .returning('document_id')
    .executeTakeFirst()
  const isRefused = answer.state === 'unauthorised'
  await db
    .updateTable('e_invoice_units')
    .set({ refused_at: isRefused ? sql<Date>`now()` : null })
    .where('id', '=', unit_id)
    .where('refused_at', isRefused ? 'is' : 'is not', null)
    .execute()
  // A rejected document is not issued: it can be corrected and is then stamped again.
  if (stored && state === 'rejected')
    await db.updateTable('documents').set({ issued_at: null }).where('id', '=', stored.document_id).execute()
}
