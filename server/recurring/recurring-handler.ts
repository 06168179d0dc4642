import { occurrenceDay } from '#ledger/calendar/recurrence.ts'
import { dayInRiyadh } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import type { Handler } from '#server/outbox/outbox.ts'
import { makeNextDue } from './make-occurrence.ts'
import { planNext, type RecurringPayload } from './plan-next.ts'
import { lockRecurring } from './recurring-rows.ts'

const hour_ms = 3_600_000

/** Makes all occurrences that are due, however long the server was down, and plans the next one. After a kill it goes on where it stopped. */
export const recurringHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId, { payload }) {
    const { recurring_id } = payload as RecurringPayload
    let made = 0
    while (await makeNextDue(services(), organizationId, recurring_id)) made++
    if (made > 0) services().outbox.wake()
    const isEarly = await inTenant(services().pool, organizationId, 'write', (db) =>
      isAwaited(services(), db, recurring_id, made),
    )
    return isEarly ? { state: 'retry', error: 'its day has not come', after_ms: hour_ms } : { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state !== 'sent') return
    const row = await lockRecurring(db, (payload as RecurringPayload).recurring_id)
    const { organization_id } = await db.selectFrom('organizations').select('organization_id').executeTakeFirstOrThrow()
    await planNext(db, organization_id, row)
  },
})

/** The clocks of server and database differ: the message came before the day of its occurrence. */
async function isAwaited({ clock }: Services, db: TenantDatabase, id: number, made: number): Promise<boolean> {
  if (made > 0) return false
  const row = await lockRecurring(db, id)
  const day = row.state === 'active' ? occurrenceDay(row, row.next_number) : null
  return day !== null && day > dayInRiyadh(clock.now())
}
