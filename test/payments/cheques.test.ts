import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A cheque issued is a liability until the bank pays it; one received waits for collection.

const app = await createTestApp()
let owner: Organization
let calls: ReturnType<typeof callsOf>
let cheque: Record<string, unknown> & { id: number; outgoing_account_id: number }
beforeEach(async () => {
  owner = await createOrganization(app)
  calls = callsOf(owner)
  const methods = await calls.get('/payment-methods')
  const { id } = methods.find(({ name_en }: { name_en: string }) => name_en === 'Cheque')
  cheque = await calls.get(`/payment-methods/${id}`)
})
/** The balance of cheques payable, and the effect of an event on accounts with a role. */
const payable = () =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      'SELECT coalesce(sum(credit - debit), 0)::float AS held FROM journal_lines WHERE organization_id = $1 AND account_id = $2',
      [Number(owner.token?.split('.')[0]), cheque.outgoing_account_id],
    )
    return rows[0].held as number
  })
const moved = (event: () => Promise<unknown>) => movedBy(app, owner, event)
const payments = '/accounting/expense-payments'
const paying = (change: object) => {
  const { customer_id: _, ...body } = paymentBody(owner, {
    payment_method_id: cheque.id,
    supplier_id: owner.ids.supplier,
  })
  return { ...body, ...change }
}

test('cheques issued are posted to cheques payable, and cheques received wait for collection', async () => {
  const { id: bill } = await calls.post('/bills', billBody(owner))
  const { total } = await calls.get(`/bills/${bill}`)
  const references = [{ reference_id: bill, amount: total }]
  let id = 0
  const paid = await moved(async () => {
    id = (await calls.post(payments, paying({ amount: total, references }))).id
  })
  expect([paid, await payable()]).toEqual([[`AP D${total}`], total])
  expect((await calls.get(`${payments}/${id}`)).clearing).toEqual({
    account_id: cheque.outgoing_account_id,
    number: '210104',
    amount: total,
    name: 'شيكات مستحقة الدفع',
    name_en: 'Cheques payable',
  })
  expectOk(await owner.remove(`${payments}/${id}`))
  expect([await payable(), (await calls.get(`${payments}/${id}`)).clearing]).toEqual([0, null])

  const income = '/accounting/income-payments'
  const received = await calls.post(income, paymentBody(owner, { amount: 300, payment_method_id: cheque.id }))
  expect(received.clearing).toMatchObject({ number: '110105', amount: 300 })
  // A refund by cheque is a cheque issued.
  const refund = { amount: 100, refund_date: today(), payment_method_id: cheque.id }
  expect(await moved(() => calls.post(`${income}/${received.id}/refund`, refund))).toEqual(['CUST_ADV D100'])
  expect(await payable()).toBe(100)
  expect((await calls.get(`${income}/${received.id}`)).clearing).toMatchObject({ number: '110105', amount: 300 })
  const plain = await calls.post(income, paymentBody(owner, { amount: 10 }))
  expect(plain.clearing).toBe(null)
})

test('a method without an outgoing account uses its account; both accounts have the same rules', async () => {
  const accounts = await calls.get('/accounting/accounts/list?purpose=money')
  expect(accounts.map(({ id }: { id: number }) => id)).toContain(cheque.outgoing_account_id)
  const { account_id: ap } = await withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      "SELECT id::int AS account_id FROM accounts WHERE organization_id = $1 AND role = 'AP'",
      [Number(owner.token?.split('.')[0])],
    )
    return rows[0]
  })
  const at = `/payment-methods/${cheque.id}`
  expect(Object.keys(await calls.errors(at, { ...cheque, outgoing_account_id: ap }))).toEqual(['outgoing_account_id'])
  await calls.post(at, { ...cheque, outgoing_account_id: null })
  expect(await moved(() => calls.post(payments, paying({ amount: 50 })))).toEqual(['CHEQUES C50', 'SUPP_ADV D50'])
})
