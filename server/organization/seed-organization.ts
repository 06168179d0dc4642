import { defaultChart } from '#ledger/defaults/default-chart.ts'
import {
  defaultCostCenter,
  defaultCurrencies,
  defaultPaymentMethods,
  defaultTaxes,
  defaultUnits,
  type TaxRow,
} from '#ledger/defaults/default-masters.ts'
import type { Context } from '#server/core/context.ts'
import type { TenantDatabase } from '#server/db/tenant/transaction.ts'

/** The start of a Saudi organisation: chart, taxes, payment methods, units, and the current year, open. */
export async function seedOrganization({ db, today }: Context, baseCurrencyId: number): Promise<void> {
  const accounts = await seedChart(db)
  await db
    .insertInto('taxes')
    .values(defaultTaxes.map((tax) => ({ ...tax, ...(isOfCustoms(tax) && { status: 'inactive' }) })))
    .execute()
  await db
    .insertInto('payment_methods')
    .values(
      defaultPaymentMethods.map(({ account, outgoing, ...method }) => ({
        ...method,
        account_id: accounts.get(account) as number,
        outgoing_account_id: outgoing ? (accounts.get(outgoing) as number) : null,
      })),
    )
    .execute()
  await db
    .insertInto('units')
    .values([...defaultUnits])
    .execute()
  await db.insertInto('product_categories').values({ name: 'عام', name_en: 'General', status: 'active' }).execute()
  await db
    .insertInto('cost_centers')
    .values({ ...defaultCostCenter, postable: true })
    .execute()
  await renewRates(db, baseCurrencyId)
  const year = today.slice(0, 4)
  await db
    .insertInto('financial_years')
    .values({ name: year, type: 'yearly', started_at: `${year}-01-01`, ended_at: `${year}-12-31`, status: 'open' })
    .execute()
}

/**
 * The base currency, and for the riyal the currencies pegged to it. Every rate is relative to the base: under another
 * one none is valid.
 */
export async function renewRates(db: TenantDatabase, baseCurrencyId: number): Promise<void> {
  await db.deleteFrom('exchange_rates').execute()
  await db.deleteFrom('organization_currencies').execute()
  const currencies = await db.selectFrom('currencies').select(['id', 'code']).execute()
  const isRiyal = currencies.some(({ id, code }) => id === baseCurrencyId && code === 'SAR')
  const pegged = defaultCurrencies.filter(({ code, rate }) => isRiyal && code !== 'SAR' && rate !== null)
  const idOf = (wanted: string) => currencies.find(({ code }) => code === wanted)?.id as number
  await db
    .insertInto('organization_currencies')
    .values([
      { currency_id: baseCurrencyId, rate: '1' },
      ...pegged.map(({ code, rate }) => ({ currency_id: idOf(code), rate: rate as string })),
    ])
    .execute()
}

/** Tax that customs collect comes with a declaration of its own, not with a supplier's bill. */
const isOfCustoms = (tax: TaxRow): boolean => tax.purchase_box === '8'

/** Level by level, since a child needs its parent's id; answers account number -> id. */
async function seedChart(db: TenantDatabase): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const length of [...new Set(defaultChart.map((account) => account.number.length))].sort()) {
    const level = defaultChart.filter((account) => account.number.length === length)
    const rows = level.map(({ parent, ...account }) => ({
      ...account,
      parent_id: parent === null ? null : (ids.get(parent) as number),
      postable: account.type === 'sub',
    }))
    const inserted = await db.insertInto('accounts').values(rows).returning(['id', 'number']).execute()
    for (const row of inserted) ids.set(row.number, row.id)
  }
  return ids
}
