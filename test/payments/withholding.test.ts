import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { createOrganization, expectOk, type Organization, paymentBody } from '../harness/organization.ts'

// Tax withheld from what non-residents are paid: the bill is settled whole, the bank pays the rest.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  expectOk(await owner.post('/currencies/3/rate', { rate: '4' }))
})
type Body = Record<string, unknown>
const post = async (path: string, body: Body) => expectOk(await owner.post(path, body)).body.data
const get = async (path: string) => expectOk(await owner.get(path)).body.data
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const path = '/accounting/expense-payments'
const bill = async (currency_id = 1) => {
  const taxes = await get('/taxes/list?side=purchases')
  const tax = taxes.find((one: { reverse_charge?: boolean; name_en: string }) => /reverse/i.test(one.name_en))
  const items = [{ product_id: owner.ids.service, quantity: 1, price: 1000, tax_rate: 0 }]
  return post('/bills', billBody(owner, { items, tax_id: tax.id, currency_id }))
}
const payment = (change: Body): Body => {
  const { customer_id: _, ...body } = paymentBody(owner, change as never)
  return { ...body, supplier_id: owner.ids.supplier, ...change }
}

describe('withholding tax', () => {
  test('the bill is settled by the gross amount, the bank pays the net, the rest is owed to the authority', async () => {
    const { id } = await bill()
    let made: Body = {}
    const body = payment({ amount: 1000, references: [{ reference_id: id, amount: 1000 }], withholding_rate: 5 })
    expect(
      await moved(async () => {
        made = await post(path, body)
      }),
    ).toEqual(['AP D1000', 'CASH C950', 'WHT C50'])
    expect(made).toMatchObject({ amount: 1000, withholding_rate: 5, withheld: 50 })
    expect(await get(`/bills/${id}`)).toMatchObject({ status: 'paid' })
    expect(await moved(() => post(`${path}/${made.id}`, { ...body, withholding_rate: '20' }))).toEqual([
      'CASH D150',
      'WHT C150',
    ])
    expect(await get(`${path}/${made.id}/revisions`)).toMatchObject([{ body: { withholding_rate: '5.0000' } }])
    expect(await moved(() => owner.remove(`${path}/${made.id}`).then(expectOk))).toEqual([
      'AP C1000',
      'CASH D800',
      'WHT D200',
    ])
  })
  test('in foreign currency at the rate of the payment', async () => {
    const { id } = await bill(3)
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    const references = [{ reference_id: id, amount: 1000 }]
    expect(
      await moved(() => post(path, payment({ amount: 1000, currency_id: 3, references, withholding_rate: '15' }))),
    ).toEqual(['AP D4000', 'CASH C3485', 'FX_LOSS_R D100', 'WHT C615'])
    // The withheld tax is 15.05 euros: 61.71. 15 % of the paid amount would be 61.68.
    const odd = payment({ amount: 100.3, currency_id: 3, withholding_rate: '15' })
    expect(await moved(() => post(path, odd))).toEqual(['CASH C349.52', 'SUPP_ADV D411.23', 'WHT C61.71'])
  })
  test('is one of the legal rates, and zero by default', async () => {
    expect((await owner.post(path, payment({ amount: 10, withholding_rate: 7 }))).body.errors).toHaveProperty(
      'withholding_rate',
    )
    expect(await post(path, payment({ amount: 10 }))).toMatchObject({ withholding_rate: 0, withheld: 0 })
  })
})

describe('tax that we bear', () => {
  const borne = { withholding_type: 'technical_services', withholding_borne: true }
  test('V69, accounting rule 2.1-17: is on top of the amount: 9,500 paid, 10,000 gross, 500 of tax as an expense; a correction and a void take it along', async () => {
    const { id } = await bill()
    const references = [{ reference_id: id, amount: 950 }]
    const body = payment({ amount: 950, references, ...borne })
    let made: Body = {}
    expect(
      await moved(async () => {
        made = await post(path, body)
      }),
    ).toEqual(['AP D950', 'CASH C950', 'WHT C50', 'WHT_BORNE D50'])
    expect(made).toMatchObject({ amount: 950, withheld: 50, withholding_borne: true })
    expect(await get(`/bills/${id}`)).toMatchObject({ remaining_amount: 50 })
    // Absent, the correction keeps it; the whole amount is then withheld as usual.
    expect(
      await moved(() => post(`${path}/${made.id}`, { ...body, withholding_borne: undefined, notes: 'x' })),
    ).toEqual([])
    expect(await moved(() => post(`${path}/${made.id}`, { ...body, withholding_borne: false }))).toEqual([
      'CASH D47.5',
      'WHT D2.5',
      'WHT_BORNE C50',
    ])
    expect(await moved(() => owner.remove(`${path}/${made.id}`).then(expectOk))).toEqual([
      'AP C950',
      'CASH D902.5',
      'WHT D47.5',
    ])
  })

  test('is an expense at the rate of a foreign payment, also of one without a bill', async () => {
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.10' }))
    expect(await moved(() => post(path, payment({ amount: 95, currency_id: 3, ...borne })))).toEqual([
      'CASH C389.5',
      'SUPP_ADV D389.5',
      'WHT C20.5',
      'WHT_BORNE D20.5',
    ])
  })

  test('is refused on its field where there is no tax', async () => {
    const exempt = { withholding_type: 'royalties', withholding_rate: 0, withholding_certificate: 'AE-1' }
    for (const said of [{}, exempt]) {
      const { status, headers, body } = await owner.post(
        path,
        payment({ amount: 10, withholding_borne: true, ...said }),
      )
      expect([status, headers.refusal, Object.keys(body.errors)]).toEqual([
        422,
        'withholding_nothing_borne',
        ['withholding_borne'],
      ])
    }
  })
})
