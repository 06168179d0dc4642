import { createTestApp } from '../harness/api.ts'
import { accountId, billBody, bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, idOf, type Organization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

type Change = Record<string, unknown>

/**
 * The books of an organization with a class of assets, a product that is bought as an asset and one that sells an asset. The clock
 * stands still until a test moves it.
 */
export async function assetBooks() {
  let now = new Date('2026-01-20T09:00:00Z')
  const app = await createTestApp({ now: () => now })
  const { services } = app.app
  const owner = await createOrganization(app)
  await withSuperuser(app, (client) => client.query("UPDATE sessions SET expires_at = '2100-01-01'"))
  const { post, get } = callsOf(owner)
  await openYears(owner)
  const computers = await accountId(owner, '120104')
  const asset_class_id: number = (
    await post('/accounting/asset-classes', { ...(await bodies.assetClasses(owner)), life_months: 36 })
  ).id
  const product = (change: Change) =>
    idOf(
      owner.post('/products', {
        product_type_id: 2,
        product_category_id: owner.ids.category,
        unit_id: owner.ids.unit,
        unlimited_quantity: true,
        sale_price: '100',
        purchase_price: '60',
        apply_tax: true,
        status: 'active',
        ...change,
      }),
    )
  const laptop = await product({ code: 'L1', name: 'حاسب', expense_account_id: computers })
  const sale = await product({ code: 'L2', name: 'بيع أصل', income_account_id: await accountId(owner, '420104') })
  const assetBody = (change: Change = {}) => ({
    name: 'سيارة',
    asset_class_id,
    branch_id: owner.ids.branch,
    acquired_on: '2026-01-01',
    cost: '12345.67',
    residual: '345.67',
    ...change,
  })
  return {
    app,
    owner,
    post,
    get,
    computers,
    asset_class_id,
    laptop,
    sale,
    product,
    assetBody,
    at: (day: string) => {
      now = new Date(`${day}T09:00:00Z`)
    },
    /** Posts all months that are due on the day of the clock. */
    async pass() {
      for (let round = 0; round < 3; round++) {
        await services.pool.query('UPDATE outbox_directory SET due_at = now()')
        await services.outbox.drain()
      }
    },
    async balance(number: string, to: string): Promise<number> {
      const { rows } = await get(`/reports/trial-balance?from=2026-01-01&to=${to}`)
      const found = rows.find((one: { texts: { number?: string } }) => one.texts.number === number)
      return found ? (found.figures.closing_debit ?? 0) - (found.figures.closing_credit ?? 0) : 0
    },
    opening: (change?: Change) => post('/accounting/assets', assetBody(change)),
    bill: (items: object[], change = {}) =>
      post('/bills', billBody(owner, { bill_date: '2026-01-10', due_date: '2026-02-10', items, ...change })),
    bought: (quantity: number, price: number) => [{ product_id: laptop, quantity, price, tax_rate: 15 }],
  }
}

async function openYears(owner: Organization): Promise<void> {
  for (const name of ['2026', '2027']) {
    const year = { name, type: 'yearly', started_at: `${name}-01-01`, ended_at: `${name}-12-31` }
    const { status, body } = await owner.post('/accounting/financial-years', year)
    if (status === 200)
      await owner.post(`/accounting/financial-years/${body.data.id}/change-status`, { status: 'open' })
  }
}

type Parts = { parts: { state: string; amount: number }[] }
/** The amounts of an asset's parts in a state. */
export const partsOf = (asset: Parts, state: string): number[] =>
  asset.parts.filter((part) => part.state === state).map(({ amount }) => amount)
