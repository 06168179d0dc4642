import { dayInRiyadh } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { type DeferralPayload, planNextPart } from './plan-next.ts'
import { postNextDue } from './post-part.ts'

const hour_ms = 3_600_000

/** Posts all months that are due, however long the server was down, and plans the next one. After a kill it continues where it stopped. */
export const deferralHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId, { payload }) {
    const { deferral_id } = payload as DeferralPayload
    let posted = 0
    while (await postNextDue(services(), organizationId, deferral_id)) posted++
    if (posted > 0) services().outbox.wake()
    const next = await inTenant(services().pool, organizationId, 'read', (db) => nextPlanned(db, deferral_id))
    const today = dayInRiyadh(services().clock.now())
    // The clocks of server and database differ: the message came before the day of its part.
    const isEarly = posted === 0 && next !== undefined && next.part_date > today
    return isEarly ? { state: 'retry', error: 'its day has not come', after_ms: hour_ms } : { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state !== 'sent') return
    const { deferral_id } = payload as DeferralPayload
    const part = await nextPlanned(db, deferral_id)
    if (!part) return
    const { organization_id } = await db.selectFrom('organizations').select('organization_id').executeTakeFirstOrThrow()
    await planNextPart(db, organization_id, { id: deferral_id, plan: part.plan, part })
  },
})

const nextPlanned = (db: TenantDatabase, id: number) =>
  db
    .selectFrom('deferral_parts as part')
    .innerJoin('deferrals as deferral', 'deferral.id', 'part.deferral_id')
    .select(['part.number', 'part.part_date', 'deferral.plan'])
    .where('part.deferral_id', '=', id)
    .where('deferral.state', '=', 'active')
    .where('part.state', '=', 'planned')
    .orderBy('part.part_date')
    .orderBy('part.number')
    .limit(1)
    .executeTakeFirst()
