import type { FastifyInstance } from 'fastify'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { type Api, apiOf } from './demo-api.ts'
import { postDueMonths, registerAssets } from './demo-assets.ts'
import { uploadStatement } from './demo-bank.ts'
import { closeMonth, closeQuarter, openBooks, reconcileBank } from './demo-books.ts'
import { seedContracts } from './demo-contracts.ts'
import { registerAgain, seedEInvoices, type Weather } from './demo-e-invoices.ts'
import { seedLots } from './demo-lots.ts'
import { createMasters } from './demo-masters.ts'
import { seedCreditLimit, seedOrders, seedPriceLists, seedReorderPoints } from './demo-orders.ts'
import { seedPlaces } from './demo-places.ts'
import { seedSecondOrganization } from './demo-second.ts'
import { tradeAMonth } from './demo-trade.ts'
import { buyMachines, prepareYearEnd } from './demo-year-end.ts'

export const demoSignIn = { email: 'owner@naseem.example.sa', password: 'mizan-demo-1446' }

/**
 * Fills an empty database with the last year of a trading company and this one so far, so that each figure has one to be
 * compared with: through the very calls the screens make, on a clock that walks through the days. The same seed draws the same
 * years every time. `isBrief` fills the last quarter alone.
 */
export async function seedDemo(app: FastifyInstance, weather?: Weather, isBrief = false): Promise<void> {
  const { services } = app
  const real = services.clock
  const today = real.now()
  const months = isBrief ? 3 : 12 + today.getUTCMonth()
  let moment = monthsBefore(today, months)
  const level = app.log.level
  app.log.level = 'warn'
  let owner: Api | undefined
  services.clock = { now: () => moment }
  try {
    const api = await apiOf(app, demoSignIn)
    owner = api
    const masters = await createMasters(api)
    await openYears(app, api, today)
    const books = await openBooks(api, masters, dayOf(moment))
    await registerAssets(api, masters, books, dayOf(moment))
    for (let month = months; month >= 0; month--) {
      const start = monthsBefore(today, month)
      const last = month === 0 ? today.getUTCDate() : 28
      moment = start
      services.forgetSessions()
      await api.signIn()
      await tradeAMonth(api, masters, {
        year: start.getUTCFullYear(),
        month: start.getUTCMonth(),
        lastDay: last,
        isCurrent: month === 0,
        isPast: start.getUTCFullYear() < today.getUTCFullYear(),
        travel: (day) => {
          moment = day
          // The remembered sessions know only the real time.
          services.forgetSessions()
        },
      })
      if (month === 0) break
      moment = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), last, 15))
      services.forgetSessions()
      await closeMonth(api, masters, books, dayOf(moment))
      await postDueMonths(app, api)
      await reconcileBank(api, books, dayOf(moment))
      // Returns are due by the end of the month after their quarter.
      if (moment.getUTCMonth() % 3 === 0) await closeQuarter(api, masters, books, dayOf(moment))
    }
    await uploadStatement(api, books, dayOf(today))
    await seedPriceLists(api, masters, dayOf(today))
    await seedOrders(api, masters, dayOf(today))
    await seedCreditLimit(api, masters)
    await seedPlaces(api, masters, dayOf(today))
    await seedLots(api, masters, dayOf(today))
    await seedReorderPoints(api, masters)
    await seedContracts(api, masters, dayOf(today))
    await buyMachines(api, masters, books, dayOf(today))
    await prepareYearEnd(api, dayOf(today))
    await spreadBirthdays(app, api, today, months)
  } finally {
    services.clock = real
    app.log.level = level
    services.forgetSessions()
  }
  if (!owner) return
  // The month that ended since the last closing.
  await postDueMonths(app, owner)
  if (!weather) return
  await owner.signIn()
  await seedEInvoices(app, owner, weather)
  await seedSecondOrganization(owner, today)
}

/** State for a later start of the demo: the stand-in of the platform remembers nothing. */
export async function resumeDemo(app: FastifyInstance): Promise<void> {
  const api = await apiOf(app, demoSignIn, false)
  await api.signIn()
  await registerAgain(app, api)
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
const monthMs = 30 * 86_400_000
const monthsBefore = (day: Date, months: number) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1, 6))

/** Onboarding opened the year the demonstration begins in; this year is opened as well. */
async function openYears(app: FastifyInstance, api: Api, today: Date): Promise<void> {
  await inTenant(app.services.pool, api.organizationId(), 'write', async (db) => {
    const known = await db.selectFrom('financial_years').select('name').execute()
    const names = new Set(known.map((year) => year.name))
    for (let year = today.getUTCFullYear() - 1; year <= today.getUTCFullYear(); year++) {
      const name = String(year)
      if (names.has(name)) continue
      await db
        .insertInto('financial_years')
        .values({ name, type: 'yearly', started_at: `${name}-01-01`, ended_at: `${name}-12-31`, status: 'open' })
        .execute()
    }
  })
}

/** Customers and suppliers did not all come on one day; their statistics should tell a story. */
async function spreadBirthdays(app: FastifyInstance, api: Api, today: Date, months: number): Promise<void> {
  await inTenant(app.services.pool, api.organizationId(), 'write', async (db) => {
    const parties = await db.selectFrom('parties').select(['id', 'kind']).orderBy('id').execute()
    for (const side of Map.groupBy(parties, (party) => party.kind).values()) {
      for (const [index, { id }] of side.entries()) {
        const created_at = new Date(today.getTime() - ((side.length - index) / side.length) * months * monthMs)
        await db.updateTable('parties').set({ created_at }).where('id', '=', id).execute()
      }
    }
  })
}
