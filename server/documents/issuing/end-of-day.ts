import { sql } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { ownTenant } from '#server/db/tenant/verbs.ts'
import { mailAttention } from '#server/e-invoicing/mail-attention.ts'
import { inPhase2 } from '#server/e-invoicing/phase.ts'
import { type PlannedEvening, planEndOfDay } from '#server/e-invoicing/plan-end-of-day.ts'
import { unissued, unissuedPageSize } from '#server/e-invoicing/unissued.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { issueEDocument } from './issue-e-document.ts'

export const endOfDayHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId) {
    await issueWhatIsOver(services(), organizationId)
    return { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state !== 'sent') return
    const { rows } = await sql<{ organization_id: number; e_invoicing_phase: number }>`
      SELECT organization_id, e_invoicing_phase FROM organizations WHERE organization_id = ${ownTenant}`.execute(db)
    const [own] = rows
    if (own?.e_invoicing_phase === 2)
      await planEndOfDay(db, own.organization_id, services().clock.now(), payload as PlannedEvening)
  },
})

/** Page by page, until none is left: a day has as many documents as it has. Then the owners hear what needs attention. */
async function issueWhatIsOver(services: Services, organizationId: number): Promise<void> {
  let refused = 0
  let after: number | null = null
  for (;;) {
    const page: { id: number; kind: string }[] = await inTenant(services.pool, organizationId, 'read', async (db) => {
      const context = await systemContext(services, db, organizationId)
      return inPhase2(context) ? unissued(context, after) : []
    })
    for (const one of page) if (!(await issueUnlessRefused(services, organizationId, one))) refused++
    if (page.length < unissuedPageSize) break
    after = page.at(-1)?.id ?? null
  }
  await inTenant(services.pool, organizationId, 'write', async (db) => {
    const context = await systemContext(services, db, organizationId)
    if (inPhase2(context)) await mailAttention(context, refused)
  })
  services.outbox.wake()
}

/** In its own transaction. A refused one stays as it is, and the control room names it. */
async function issueUnlessRefused(
  services: Services,
  organizationId: number,
  { id, kind }: { id: number; kind: string },
) {
  try {
    await inTenant(services.pool, organizationId, 'write', async (db) => {
      const context = await systemContext(services, db, organizationId)
      const row = await db
        .selectFrom('documents')
        .select(['state', 'issued_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (row?.state !== 'posted' || row.issued_at !== null || !inPhase2(context)) return
      await issueEDocument(context, kind, id)
    })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
