import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'

// Only who is registered charges VAT. "Never asked" is no answer: such an organisation is warned on the screens, not refused.

const app = await createTestApp()

async function organization(vat: Record<string, unknown>) {
  const owner = await createOrganization(app)
  const { logo: _, status: __, ...profile } = expectOk(await owner.get('/organization/show')).body.data
  return { owner, saved: await owner.post('/organization/update', { ...profile, ...vat }) }
}
const untaxed = async (owner: Awaited<ReturnType<typeof createOrganization>>) => {
  const taxes = (await callsOf(owner).get('/taxes?per_page=100')) as { id: number; treatment: string }[]
  const tax_id = taxes.find(({ treatment }) => treatment === 'out_of_scope')?.id
  return { tax_id, items: [{ product_id: owner.ids.service, quantity: 1, price: 100, tax_rate: 0 }] }
}

test('refuses VAT on an invoice, an advance invoice and a confirmed draft of who is not registered', async () => {
  const { owner, saved } = await organization({ vat_status: 'not_registered' })
  expectOk(saved)
  const refused = async (path: string, change: object = {}) => {
    const answer = await owner.post(path, invoiceBody(owner, { ...change }))
    expect([answer.status, Object.keys(answer.body.errors)], path).toEqual([422, ['tax_id']])
    expect(answer.headers.refusal).toBe('vat_not_registered')
  }
  await refused('/invoices')
  await refused('/advance-invoices')
  const draft = expectOk(await owner.post('/invoices', invoiceBody(owner, { status: 'draft' }))).body.data
  await refused(`/invoices/${draft.id}`, { status: 'confirmed' })
})

test('accepts a sale without VAT from an unregistered seller', async () => {
  const { owner } = await organization({ vat_status: 'not_registered' })
  expectOk(await owner.post('/invoices', invoiceBody(owner, await untaxed(owner))))
})

test('charges VAT if a number is given, or if the registration status is unknown', async () => {
  const unasked = await createOrganization(app)
  expectOk(await unasked.post('/invoices', invoiceBody(unasked)))
  const { owner } = await organization({ tax_number: '300000000000003' })
  expect((await callsOf(owner).get('/organization/show')).vat_status).toBe('registered')
  expectOk(await owner.post('/invoices', invoiceBody(owner)))
})

test('refuses an answer that contradicts the VAT number', async () => {
  const without = await organization({ vat_status: 'registered' })
  expect([without.saved.status, without.saved.headers.refusal]).toEqual([422, 'vat_number_missing'])
  const both = await organization({ vat_status: 'not_registered', tax_number: '300000000000003' })
  expect([both.saved.status, both.saved.headers.refusal]).toEqual([422, 'vat_number_of_unregistered'])
})
