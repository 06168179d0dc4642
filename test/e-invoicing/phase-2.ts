import { startPlatform } from '#stand-in/start-platform.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  onboardingBody,
} from '../harness/organization.ts'
import { type Control, controlOf } from './onboarded.ts'

export const otp = '123345'
export type Phase2 = {
  app: TestApp
  owner: Organization
  control: Control
  /** Moves the common clock of product and platform. */
  at(instant: Date): void
  now(): Date
  company: number
  individual: number
  /** A posted invoice to a company, or to a private person. */
  invoice(change?: Record<string, unknown>): Promise<number>
  simplified(change?: Record<string, unknown>): Promise<number>
  /** A posted invoice that can no longer be issued: its customer has lost the address since. */
  unissuable(): Promise<{ id: number; customer_id: number; customer: Record<string, unknown> }>
  issue(id: number, path?: string): ReturnType<Organization['post']>
  stop(): Promise<void>
}

const seller = (email: string) => {
  const body = onboardingBody(email)
  const more = {
    vat_status: 'registered',
    tax_number: '310122393500003',
    commercial_registration: '1010711252',
    address: 'طريق الملك فهد، حي العليا',
  }
  return { ...body, organization_information: { ...body.organization_information, ...more } }
}

const address = {
  street: 'شارع التحلية',
  building_number: '1111',
  district: 'السليمانية',
  postal_code: '12223',
  city_id: 1,
  country_id: 1,
}

/** An application whose platform is the stand-in, on one clock. */
export async function startWithPlatform(start = new Date()) {
  let instant = start
  let set = Date.now()
  const now = () => new Date(instant.getTime() + Date.now() - set)
  const at = (other: Date) => {
    instant = other
    set = Date.now()
  }
  const platform = await startPlatform({ now })
  const address = platform.addressOf('simulation')
  const app = await createTestApp({ now }, undefined, { E_INVOICE_PLATFORM: new URL(address).origin })
  return { app, platform, control: controlOf(address), at, now }
}

export async function createUnit(owner: Organization, change: Record<string, unknown> = {}): Promise<number> {
  const body = { name: 'المركز الرئيسي', environment: 'simulation', ...change }
  return expectOk(await owner.post('/e-invoicing/units', body)).body.data.units[0].id
}

/** An organisation that may issue: registered, its unit onboarded, phase 2 since today. */
export async function inPhase2(app: TestApp): Promise<Organization> {
  const owner = await createOrganization(app, seller)
  const unit = await createUnit(owner)
  expectOk(await owner.post(`/e-invoicing/units/${unit}/onboard`, { otp }))
  expectOk(await owner.post('/e-invoicing/phase', { phase: '2' }))
  return owner
}

export async function createPhase2(start?: Date): Promise<Phase2> {
  const { app, platform, control, at, now } = await startWithPlatform(start)
  const owner = await inPhase2(app)
  const { post } = callsOf(owner)
  const party = { email: 'party@example.sa', status: 'active' }
  const company = await idOf(
    owner.post('/customers', {
      ...party,
      ...address,
      name: 'مؤسسة النخيل',
      type: 'company',
      tax_number: '311111111100003',
    }),
  )
  const individual = await idOf(owner.post('/customers', { ...party, name: 'سارة محمد', type: 'individual' }))
  const day = () => new Date(now().getTime() + 108e5).toISOString().slice(0, 10)
  const create = async (customer_id: number, change: Record<string, unknown>) =>
    (await post('/invoices', invoiceBody(owner, { customer_id, invoice_date: day(), due_date: day(), ...change })))
      .id as number
  const unissuable = async () => {
    const customer = { ...party, name: 'مؤسسة بلا عنوان', type: 'company', tax_number: '311111111100013' }
    const customer_id = await idOf(owner.post('/customers', { ...customer, ...address }))
    const id = await create(customer_id, {})
    const without = Object.fromEntries(Object.keys(address).map((name) => [name, '']))
    expectOk(await owner.post(`/customers/${customer_id}`, { ...customer, ...without }))
    return { id, customer_id, customer }
  }
  return {
    app,
    owner,
    control,
    at,
    now,
    company,
    individual,
    unissuable,
    invoice: (change = {}) => create(company, change),
    simplified: (change = {}) => create(individual, change),
    issue: (id, path = '/invoices') => owner.post(`${path}/${id}/issue`, {}),
    stop: () => platform.stop(),
  }
}
