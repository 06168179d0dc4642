import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'
import { type Api, apiOf } from '#server/db/seed/demo-api.ts'
import type { Ground } from './ground.ts'

export type Signer = { email: string; password: string }
const password = 'a long benchmark password'
export const signer = (name: string): Signer => ({ email: `${name}@bench.example.sa`, password })

/** Organisations as the application makes them, on the first days of this year: chart, goods in stock, a service. */
export async function layGround(
  config: Config,
  database: ConnectionSettings,
  names: readonly string[],
): Promise<Ground[]> {
  const start = new Date(Date.UTC(new Date().getUTCFullYear(), 0, 2, 6))
  const app = await createApp({ config, database, clock: { now: () => start } })
  app.log.level = 'warn'
  try {
    const grounds: Ground[] = []
    for (const name of names) grounds.push(await organization(await apiOf(app, signer(name)), name))
    return grounds
  } finally {
    await app.close()
  }
}

async function organization(api: Api, name: string): Promise<Ground> {
  const { email } = signer(name)
  const contact = { email, mobile: '0501234567' }
  await api.post('/organization/onboarding/submit', {
    organization_information: {
      name: `منشأة ${name}`,
      name_en: name,
      username: name,
      country_id: 1,
      entity_type: 'company',
      currency_id: 1,
      ...contact,
    },
    branch_information: { name: 'الفرع الرئيسي', city_id: 1, ...contact },
  })
  await api.signIn()
  const first = async (path: string) => (await api.list(path))[0]?.id as number
  const product = {
    unit_id: await first('/units/list'),
    product_category_id: await first('/product-categories/list'),
    sale_price: '100',
    purchase_price: '50',
    apply_tax: true,
    status: 'active',
  }
  const products: number[] = []
  for (let index = 1; index <= 40; index++) {
    const body = { ...product, code: `G${index}`, name: `سلعة ${index}`, name_en: `Goods ${index}` }
    products.push((await api.post('/products', { ...body, product_type_id: 1, quantity: '5000000' })).id)
  }
  const service = {
    ...product,
    code: 'S1',
    name: 'خدمة',
    name_en: 'Service',
    product_type_id: 2,
    unlimited_quantity: true,
  }
  return {
    organization: api.organizationId(),
    branch: await first('/branches/list'),
    tax: ((await api.list('/taxes/list')) as { id: number; rate?: unknown }[]).find((tax) => tax.rate === 15)
      ?.id as number,
    currency: 1,
    method: await first('/payment-methods/list'),
    year: await first('/accounting/financial-years'),
    products,
    service: (await api.post('/products', service)).id,
    user: 1,
  }
}
