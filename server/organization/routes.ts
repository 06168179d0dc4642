import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  branches,
  currencyRateCall,
  datedRates,
  lookUps,
  organizationCalls,
  paymentMethods,
} from '#contract/organization.ts'
import { taxes } from '#contract/taxes.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Answer, mount } from '#server/http/pipeline.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import type { AnyQuery } from '#server/resource/list.ts'
import { type OptionAsk, optionRows } from '#server/resource/option-rows.ts'
import { mountResource } from '#server/resource/routes.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import { movesMoney } from './eligible-accounts.ts'
import { exchangeRateOn } from './exchange-rate-on.ts'
import { deleteRate, ratesOf, saveRate } from './exchange-rates.ts'
import { submitOnboarding } from './onboarding.ts'
import { requireNationalAddress, saveOrganization, showOrganization } from './organization.ts'
import { createPaymentMethod, paymentMethodListing, updatePaymentMethod } from './payment-methods.ts'
import { registrationToStore } from './registration-to-store.ts'
import { createTax, updateTax } from './vat-return-boxes.ts'

export function organizationRoutes(app: FastifyInstance): void {
  mount(app, organizationCalls.show, async (context) => ({ data: await showOrganization(context) }))
  mount(app, organizationCalls.onboarding, async (context) => ({ data: await showOrganization(context) }))
  mount(app, organizationCalls.submitOnboarding, (context, { body }) => submitOnboarding(context, body))
  mount(app, organizationCalls.update, async (context, { body }) => {
    await saveOrganization(context, body)
    return { data: await showOrganization(context) }
  })
  mountResource(app, branches, {
    listing: plainListing('branches'),
    remove: removeBranch,
    create: ({ db }, { version: _, ...body }) => {
      requireNationalAddress(body)
      return insertRow(db, 'branches', { ...body, ...registrationToStore(body, null) })
    },
    update: async ({ db }, id, { version, ...body }) => {
      requireNationalAddress(body)
      const registration = registrationToStore(body, await storedRegistration(db, id))
      await updateRow(db, 'branches', id, { ...body, ...registration }, version)
    },
    options: ({ db }, query: OptionQuery) =>
      optionRows(inUse(db.selectFrom('branches').selectAll(), query), 'branches', query, 'branches.id'),
  })
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

const storedRegistration = async (db: Context['db'], id: number) =>
  (await db
    .selectFrom('branches')
    .select(['commercial_registration', 'registration_scheme'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

type OptionQuery = OptionAsk & { with_id?: number; side?: string }

/** The options: active records, and those the record already names. */
const inUse = (rows: AnyQuery, { with_id }: OptionQuery): AnyQuery =>
  rows.where((e) => e.or([e('status', '=', 'active'), ...(with_id === undefined ? [] : [e('id', '=', with_id)])]))

/** Active taxes; for invoices without those for bills only. */
function taxOptions({ db }: Context, query: OptionQuery): Promise<Answer> {
  const rows = db
    .selectFrom('taxes')
    .selectAll()
    .select(sql<string>`CASE WHEN reverse_charge THEN 0 ELSE rate END`.as('charged_rate'))
    .$if(query.side === 'sales', (taxes) =>
      taxes.where((e) => e.or([e('sale_box', 'is not', null), e('category', '!=', 'S')])),
    )
  return optionRows(inUse(rows, query), 'taxes', query, 'taxes.id')
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
  mount(app, lookUps.currencies, async ({ db, session, today }, { query }) => ({
    data: await db
      .selectFrom('currencies')
      .selectAll('currencies')
      .select(exchangeRateOn(session.organization_id, sql`currencies.id`, query.date ?? today).as('rate'))
      .orderBy('currencies.id')
      .execute(),
  }))
  mount(app, lookUps.paymentMethods, async ({ db }) => ({
    data: await db
      .selectFrom('payment_methods')
      .innerJoin('accounts', 'accounts.id', 'payment_methods.account_id')
      .select(['payment_methods.id', 'payment_methods.name', 'payment_methods.name_en', movesMoney.as('moves_money')])
      .where('payment_methods.status', '=', 'active')
      .orderBy('payment_methods.id')
      .execute(),
  }))
  mount(app, currencyRateCall, async (context, { params, body }) => {
    await saveRate(context, params.id, body)
    return { data: { id: params.id, rate: body.rate } }
  })
  mount(app, datedRates.list, async (context, { params }) => ({ data: await ratesOf(context, params.id) }))
  mount(app, datedRates.remove, async (context, { params }) => {
    await deleteRate(context, params.id, params.valid_on)
    return { data: { id: params.id } }
  })
}
