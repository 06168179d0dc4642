import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { purchases, type Side, sales } from '#contract/documents/sides.ts'
import { customerCreditCall, parties, partyStatistics } from '#contract/parties.ts'
import type { Context } from '#server/core/context.ts'
import { mount } from '#server/http/pipeline.ts'
import type { Listing } from '#server/resource/list.ts'
import { optionRows } from '#server/resource/option-rows.ts'
import { mountResource } from '#server/resource/routes.ts'
import { deleteRow } from '#server/resource/table.ts'
import { readCustomerCredit } from './read-customer-credit.ts'
import { requireParty, saveParty } from './save-party.ts'
import { countParties } from './statistics.ts'

export function partyRoutes(app: FastifyInstance): void {
  for (const side of [sales, purchases]) {
    mountResource(app, parties[side.name], {
      listing: partyListing(side),
      create: (context, body) => saveParty(context, side, null, body),
      update: async (context, id, body) => void (await saveParty(context, side, id, body)),
      remove: (context, id) => removeParty(context, side, id),
      options: ({ db }, query) => optionRows(choosable(db, side), 'parties', query, 'parties.name'),
    })
  }
  mount(app, customerCreditCall, async (context, { params }) => ({
    data: await readCustomerCredit(context, params.id),
  }))
  mount(app, partyStatistics.sales, async (context) => {
    const { total, active, fresh } = await countParties(context, sales)
    return { data: { totalCustomers: total, activeCustomers: active, newCustomers: fresh } }
  })
  mount(app, partyStatistics.purchases, async (context) => {
    const { total, active, fresh } = await countParties(context, purchases)
    return { data: { totalSuppliers: total, activeSuppliers: active, newSuppliers: fresh } }
  })
}

const partyListing = (side: Side): Listing => ({
  table: 'parties',
  from: (db) => db.selectFrom('parties').where('parties.kind', '=', side.party),
  select: (query) => query.selectAll('parties'),
})

/** An inactive party gets no new documents; a blocked one may still pay. */
const choosable = (db: Context['db'], side: Side) =>
  db
    .selectFrom('parties')
    .selectAll('parties')
    .select([
      sql<string | null>`coalesce(parties.city_name, (SELECT name FROM cities WHERE id = parties.city_id))`.as('city'),
      sql<string>`(SELECT code FROM countries WHERE id = parties.country_id)`.as('country'),
    ])
    .where('parties.kind', '=', side.party)
    .where('parties.status', '!=', 'inactive')

async function removeParty(context: Context, side: Side, id: number): Promise<void> {
  await requireParty(context, side, id)
  await deleteRow(context, 'parties', id)
}
