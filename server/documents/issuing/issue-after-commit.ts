import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import type { IssuedEDocument } from './issue-e-document.ts'

const patience_ms = 55_000
const glance_ms = 200

/**
 * The work after the stamp is committed: a standard document waits until the authority clears or rejects it, because it
 * may not be handed over before; a simplified one is reported in the background.
 */
export async function sendIssued({ session, services }: Context, issued: IssuedEDocument): Promise<void> {
  const { organization_id } = session
  if (!issued.isStandard) return services.outbox.wake()
  const stopped = new AbortController()
  const late = sleep(patience_ms, 'late' as const, { signal: stopped.signal }).catch(() => 'late' as const)
  const sending = services.outbox.sendNow(organization_id, 'e_invoice', issued.key)
  sending.catch(() => {})
  const sent = await Promise.race([sending, late])
  const until = Date.now() + patience_ms
  // Another worker is sending it: wait for its answer.
  while (sent === false && Date.now() < until && (await stateOf(services, organization_id, issued.id)) === 'waiting')
    await sleep(glance_ms)
  stopped.abort()
}

const stateOf = ({ pool }: Context['services'], organizationId: number, id: number) =>
  inTenant(pool, organizationId, 'read', async (db) => {
    const row = await db.selectFrom('e_documents').select('state').where('id', '=', id).executeTakeFirst()
    return row?.state
  })
