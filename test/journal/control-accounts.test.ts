import { describe, expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { bodies } from '../harness/bodies.ts'
import { movedBy } from '../harness/books.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Control accounts equal the open items of parties (accounting rule I05): no chosen account leads to a control account.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get, errors } = callsOf(owner)
const accounts = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
const idOf = (number: string) => accounts.find((account) => account.number === number)?.id as number
const [cash, receivables, payables, card, ownersAccount, revenue, expense] = [
  ...['110101', '110201', '210101', '210103', '310102', '410102', '520213'].map(idOf),
] as [number, number, number, number, number, number, number]
const offered = async (purpose: string) =>
  ((await get(`/accounting/accounts/list?purpose=${purpose}`)) as { id: number }[]).map(({ id }) => id)

describe('a payment method', () => {
  const methodOf = async (account_id: number) => ({ ...(await bodies.paymentMethods(owner)), account_id })
  test('moves money through an account of the balance sheet that holds no open items', async () => {
    for (const account_id of [cash, card, ownersAccount])
      expectOk(await owner.post('/payment-methods', await methodOf(account_id)))
    const made = await post('/payment-methods', await methodOf(cash))
    for (const refused of [receivables, payables, revenue, expense]) {
      expect(Object.keys(await errors('/payment-methods', await methodOf(refused)))).toEqual(['account_id'])
      expect(Object.keys(await errors(`/payment-methods/${made.id}`, await methodOf(refused)))).toEqual(['account_id'])
    }
  })
  test('is offered those accounts only', async () => {
    const ids = await offered('money')
    expect(ids).toEqual(expect.arrayContaining([cash, card, ownersAccount]))
    for (const id of [receivables, payables, revenue, expense]) expect(ids).not.toContain(id)
  })
})

describe('a payment method bound to a wrong account before that was refused', () => {
  const bound = async (account_id: number) => {
    const { id } = await post('/payment-methods', await bodies.paymentMethods(owner))
    await withSuperuser(app, (client) =>
      client.query('UPDATE payment_methods SET account_id = $2 WHERE id = $1', [id, account_id]),
    )
    return id as number
  }
  const saidOf = async (id: number) => [
    (await get(`/payment-methods/${id}`)).moves_money,
    ...((await get('/payment-methods?per_page=100')) as Method[]).flatMap((one) =>
      one.id === id ? one.moves_money : [],
    ),
    ...((await get('/payment-methods/list')) as Method[]).flatMap((one) => (one.id === id ? one.moves_money : [])),
  ]
  type Method = { id: number; moves_money: boolean }
  test.each([
    ['receivables', receivables],
    ['income', revenue],
    ['an expense', expense],
  ])('is refused for receipts and refunds: %s', async (_, account_id) => {
    const payment_method_id = await bound(account_id)
    expect(await saidOf(payment_method_id)).toEqual([false, false, false])
    const paid = await post('/accounting/income-payments', paymentBody(owner, { amount: 50 }))
    const [received, refunded, corrected] = [
      await errors('/accounting/income-payments', paymentBody(owner, { amount: 50, payment_method_id })),
      await errors(`/accounting/income-payments/${paid.id}/refund`, {
        refund_date: today(),
        amount: 5,
        payment_method_id,
      }),
      await errors(
        `/accounting/income-payments/${paid.id}`,
        paymentBody(owner, {
          amount: 50,
          payment_method_id,
          version: paid.version,
          payment_number: paid.payment_number,
        }),
      ),
    ]
    for (const refused of [received, refunded, corrected]) expect(Object.keys(refused)).toEqual(['payment_method_id'])
  })
  test('and nothing is paid out by it either', async () => {
    const payment_method_id = await bound(receivables)
    const { customer_id: _, ...body } = paymentBody(owner, { amount: 50, supplier_id: owner.ids.supplier })
    const paying = (change: object = {}) => ({ ...body, payment_number: crypto.randomUUID().slice(0, 8), ...change })
    const paid = await post('/accounting/expense-payments', paying())
    const refused = [
      await errors('/accounting/expense-payments', paying({ payment_method_id })),
      await errors(
        `/accounting/expense-payments/${paid.id}`,
        paying({ payment_method_id, version: paid.version, payment_number: paid.payment_number }),
      ),
      await errors(`/accounting/expense-payments/${paid.id}/refund`, {
        refund_date: today(),
        amount: 5,
        payment_method_id,
      }),
    ]
    for (const one of refused) expect(Object.keys(one)).toEqual(['payment_method_id'])
  })
  test('is accepted again with a cash account', async () => {
    const payment_method_id = await bound(expense)
    const method = await get(`/payment-methods/${payment_method_id}`)
    await post(`/payment-methods/${payment_method_id}`, { ...method, account_id: cash })
    expect(await saidOf(payment_method_id)).toEqual([true, true, true])
    await post('/accounting/income-payments', paymentBody(owner, { amount: 50, payment_method_id }))
  })
})

const receipt = await post('/accounting/income-payments', paymentBody(owner, { amount: 50 }))
const invoice = await post('/invoices', invoiceBody(owner))
describe('what is given up', () => {
  const refund = (account_id: number) => [
    `/accounting/income-payments/${receipt.id}/refund`,
    { refund_date: today(), amount: 5, account_id },
  ]
  const writeOff = (account_id: number) => [
    `/invoices/${invoice.id}/write-off`,
    { write_off_date: today(), amount: 5, reason: 'تعذر التحصيل', account_id },
  ]
  test.each([
    ['an advance', refund, ['CUST_ADV D5', 'EXP_DEFAULT C5']],
    ['an invoice', writeOff, ['AR C5', 'EXP_DEFAULT D5']],
  ] as const)('of %s is refused on control accounts and cash accounts', async (_, ask, moved) => {
    for (const refused of [receivables, payables, cash]) {
      const [path, body] = ask(refused) as [string, Record<string, unknown>]
      expect(Object.keys(await errors(path, body))).toEqual(['account_id'])
    }
    // The account of a payment method is not always cash: a write-off to it is not a cash flow.
    expectOk(await owner.post('/payment-methods', { ...(await bodies.paymentMethods(owner)), account_id: card }))
    const [onCard, toCard] = ask(card) as [string, Record<string, unknown>]
    expectOk(await owner.post(onCard, toCard))
    const [path, body] = ask(expense) as [string, Record<string, unknown>]
    expect(await movedBy(app, owner, () => post(path, body))).toEqual(moved)
  })
  test('is reversed only at its own address, not at that of another document', async () => {
    const other = await post('/invoices', invoiceBody(owner))
    const [path, body] = writeOff(expense) as [string, Record<string, unknown>]
    await post(path, body)
    const [own] = (await get(`/invoices/${invoice.id}`)).write_offs
    expect((await owner.remove(`/invoices/${other.id}/write-offs/${own.id}`)).status).toBe(404)
    expectOk(await owner.remove(`/invoices/${invoice.id}/write-offs/${own.id}`))
  })
  test('is offered the remaining accounts', async () => {
    const ids = await offered('given_up')
    expect(ids).toEqual(expect.arrayContaining([expense, revenue]))
    for (const id of [receivables, payables, cash]) expect(ids).not.toContain(id)
  })
})

test('accounts for tax corrections are offered as they are accepted: no control account and no system account', async () => {
  const offers = await offered('adjustment')
  const [output, input] = [idOf('210301'), idOf('110501')] as [number, number]
  expect(offers).toEqual(expect.arrayContaining([expense, revenue, cash]))
  const against = (account_id: number) => ({
    adjustment_date: today(),
    direction: 'increase',
    amount: 1,
    reason: 'فرق في إقرار سابق',
    branch_id: owner.ids.branch,
    account_id,
  })
  for (const refused of [receivables, payables, output, input]) {
    expect(offers).not.toContain(refused)
    expect(Object.keys(await errors('/vat-adjustments', against(refused)))).toEqual(['account_id'])
  }
  for (const accepted of [expense, revenue]) await post('/vat-adjustments', against(accepted))
})
