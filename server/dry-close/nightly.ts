import { reports } from '#contract/reports/reports.ts'
import { decimal, text } from '#ledger/money.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { enqueue, type Handler } from '#server/outbox/outbox.ts'
import { showProfitAndLoss } from '#server/reports/statements/profit-and-loss.ts'
import { planDryClose } from './plan-dry-close.ts'

const hour_ms = 3_600_000
const day_ms = 86_400_000
type Night = { series: number; day: string }

/** At three in the night of Riyadh, when hardly anyone works. */
const nightOf = (day: string) => new Date(Date.parse(`${day}T03:00:00+03:00`))

async function planNight(db: TenantDatabase, organizationId: number, night: Night, due_at?: Date): Promise<void> {
  await enqueue(db, organizationId, {
    kind: 'dry_close',
    key: `${night.series} ${night.day}`,
    payload: night,
    due_at: due_at ?? nightOf(night.day),
  })
}

/** Closes dry each night from now on, the first time at once; or no more. */
export async function setNightly(context: Context, is_on: boolean): Promise<void> {
  const { db, session, today, services } = context
  const stored = await db.selectFrom('dry_closes').select(['series', 'is_nightly']).forUpdate().executeTakeFirst()
  if ((stored?.is_nightly ?? false) === is_on) return
  const series = (stored?.series ?? 0) + 1
  if (stored) await db.updateTable('dry_closes').set({ is_nightly: is_on, series }).execute()
  else await db.insertInto('dry_closes').values({ is_nightly: is_on, series }).execute()
  if (!is_on) return
  await planNight(db, session.organization_id, { series, day: today }, services.clock.now())
  services.outbox.wake()
}

/** The last outcome, and whether there will be another. */
export async function showNightly({ db }: Context) {
  const row = await db.selectFrom('dry_closes').selectAll().executeTakeFirst()
  return {
    is_nightly: row?.is_nightly ?? false,
    last: row?.outcome ? { ...(row.outcome as object), at: row.closed_at } : null,
  }
}

/** Closes dry on a snapshot, stores the outcome, and plans the next night. */
export const dryCloseHandler = (services: () => Services): Handler => ({
  afterCrash: 'resend',
  async deliver(organizationId, { payload }) {
    const { series, day } = payload as Night
    const { pool, clock } = services()
    const outcome = await inTenant(pool, organizationId, 'snapshot', async (db) => {
      const wanted = await db.selectFrom('dry_closes').select(['series', 'is_nightly']).executeTakeFirst()
      if (!wanted?.is_nightly || wanted.series !== series) return null
      // The clocks of server and database differ: the message came before its day.
      if (day > dayInRiyadh(clock.now())) return 'early' as const
      return outcomeOf(await systemContext(services(), db, organizationId, { request_id: 'dry_close' }))
    })
    if (outcome === 'early') return { state: 'retry', error: 'its day has not come', after_ms: hour_ms }
    if (outcome === null) return { state: 'sent' }
    const at = clock.now()
    await inTenant(pool, organizationId, 'write', (db) =>
      db
        .updateTable('dry_closes')
        .set({ outcome: JSON.stringify(outcome), closed_at: at })
        .where('series', '=', series)
        .execute(),
    )
    return { state: 'sent' }
  },
  async settle(db, { payload }, outcome) {
    if (outcome.state !== 'sent') return
    const { series, day } = payload as Night
    const row = await db
      .selectFrom('dry_closes')
      .select('organization_id')
      .where('series', '=', series)
      .where('is_nightly', '=', true)
      .executeTakeFirst()
    if (!row) return
    // Nights that were missed are not made up for.
    const today = dayInRiyadh(services().clock.now())
    const last = [day, today].toSorted()[1] as string
    const next = dayInRiyadh(new Date(nightOf(last).getTime() + day_ms))
    await planNight(db, row.organization_id, { series, day: next })
  },
})

async function outcomeOf(context: Context) {
  const { month, year, steps, stops, entries, closed } = await planDryClose(context, undefined)
  const days = year && { from: year.started_at, to: year.ended_at }
  const statement = days && (await showProfitAndLoss(closed, reports.profitAndLoss.calls.show.query.parse(days)))
  const profit = statement?.rows.find(({ key }) => key === 'net_profit')?.figures.amount ?? '0'
  return {
    month,
    year: year && days && { name: year.name, ...days },
    month_stops: steps.filter(({ state }) => state === 'open').length,
    year_stops: stops.length,
    entries: entries.length,
    profit: text(decimal(profit)),
  }
}
