import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  branches,
  currencyRateCall,
  lookUps,
  organizationCalls,
  paymentMethods,
  taxes,
} from '#contract/organization.ts'
import type { Context } from '#server/kit/context.ts'
import { type AnyQuery, optionRows } from '#server/kit/list.ts'
import { type Answer, mount } from '#server/kit/pipeline.ts'
import { requireRows } from '#server/kit/references.ts'
import { Refusal } from '#server/kit/refusal.ts'
import { mountResource, plainListing } from '#server/kit/routes.ts'
import { deleteRow } from '#server/kit/table.ts'
import { submitOnboarding } from './onboarding.ts'
import { saveOrganization, showOrganization } from './organization.ts'
import { createPaymentMethod, paymentMethodListing, updatePaymentMethod } from './payment-methods.ts'
import { createTax, updateTax } from './tax-boxes.ts'

export function organizationRoutes(app: FastifyInstance): void {
  mount(app, organizationCalls.show, async (context) => ({ data: await showOrganization(context) }))
  mount(app, organizationCalls.onboarding, async (context) => ({ data: await showOrganization(context) }))
  mount(app, organizationCalls.submitOnboarding, (context, { body }) => submitOnboarding(context, body))
  mount(app, organizationCalls.update, async (context, { body }) => {
    await saveOrganization(context, body)
    return { data: await showOrganization(context) }
  })
  mountResource(app, branches, { listing: plainListing('branches'), remove: removeBranch })
  mountResource(app, taxes, {
    listing: plainListing('taxes'),
    create: createTax,
    update: updateTax,
    options: taxOptions,
  })
  mountResource(app, paymentMethods, {
    listing: paymentMethodListing,
    create: createPaymentMethod,
    update: updatePaymentMethod,
  })
  mountLookUps(app)
}

/** Active taxes; for invoices without those that only stand on bills. */
function taxOptions({ db }: Context, query: Record<string, unknown>): Promise<Answer> {
  const rows = db
    .selectFrom('taxes')
    .selectAll()
    .select(sql<string>`CASE WHEN reverse_charge THEN 0 ELSE rate END`.as('charged_rate'))
    .where('status', '=', 'active')
    .$if(query.side === 'sales', (taxes) =>
      taxes.where((e) => e.or([e('sale_box', 'is not', null), e('category', '!=', 'S')])),
    )
  return optionRows(rows as unknown as AnyQuery, 'taxes', query as { keyword?: string; per_page: number }, 'taxes.id')
}

/** Documents need a branch, so the last one stays. */
async function removeBranch(context: Context, id: number): Promise<void> {
  const { count } = await context.db
    .selectFrom('branches')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  await deleteRow(context, 'branches', id)
  if (count <= 1) throw new Refusal('last_branch')
}

function mountLookUps(app: FastifyInstance): void {
  mount(app, lookUps.countries, async ({ db }) => ({
    data: await db.selectFrom('countries').selectAll().orderBy('id').execute(),
  }))
  mount(app, lookUps.cities, async ({ db }) => ({
    data: await db.selectFrom('cities').selectAll().orderBy('id').execute(),
  }))
  mount(app, lookUps.currencies, async ({ db }) => ({
    data: await db
      .selectFrom('currencies')
      .leftJoin('organization_currencies as own', (join) => join.onRef('own.currency_id', '=', 'currencies.id'))
      .selectAll('currencies')
      .select('own.rate')
      .orderBy('currencies.id')
      .execute(),
  }))
  mount(app, lookUps.paymentMethods, async ({ db }) => ({
    data: await db
      .selectFrom('payment_methods')
      .select(['id', 'name', 'name_en'])
      .where('status', '=', 'active')
      .orderBy('id')
      .execute(),
  }))
  mount(app, currencyRateCall, async ({ db, session }, { params, body }) => {
    await requireRows(db, { id: ['currencies', params.id] })
    if (params.id === session.organization.currency_id) throw new Refusal('invalid_input', { field: 'rate' })
    await db
      .insertInto('organization_currencies')
      .values({ currency_id: params.id, rate: body.rate })
      .onConflict((conflict) => conflict.columns(['organization_id', 'currency_id']).doUpdateSet({ rate: body.rate }))
      .execute()
    return { data: { id: params.id, rate: body.rate } }
  })
}
