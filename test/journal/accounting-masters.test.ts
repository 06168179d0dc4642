import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type ReplyBody, type TestApp } from '../harness/api.ts'
import { bodies, journalBody } from '../harness/bodies.ts'
import {
  clearOpening,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { clientWith } from '../harness/role.ts'

let app: TestApp
let owner: Organization
const accounts = new Map<string, { id: number }>()
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  for (const account of (await owner.get('/accounting/accounts/list')).body.data) accounts.set(account.number, account)
})
const idOf = (number: string) => accounts.get(number)?.id as number

describe('the chart', () => {
  const body = (change: object) => ({ name: 'حساب', name_en: 'Account', type: 'sub', status: 'active', ...change })
  const create = (change: object) => owner.post('/accounting/accounts', body(change))

  test('is a tree of five categories with live balances', async () => {
    const { data } = expectOk(await owner.get('/accounting/chart-of-accounts')).body
    expect(data.map((node: ReplyBody) => [node.number, node.type])).toEqual([
      ['1', 'category'],
      ['2', 'category'],
      ['3', 'category'],
      ['4', 'category'],
      ['5', 'category'],
    ])
    expect(data[0].balance).toBe(60000)
    expect(data[2].balance).toBe(60000)
  })
  test('proposes the next number under a parent', async () => {
    const parent = expectOk(await owner.get(`/accounting/accounts/${idOf('1101')}?parent=1`)).body.data
    expect(parent).toMatchObject({ number: '1101', next_auto_number: '110106' })
    const { id } = expectOk(await create({ number: parent.next_auto_number, parent_id: parent.id })).body.data
    expect((await owner.get(`/accounting/accounts/${idOf('1101')}?parent=1`)).body.data.next_auto_number).toBe('110107')
    expect((await owner.get(`/accounting/accounts/${id}`)).body.data.parent.number).toBe('1101')
    expectOk(await owner.remove(`/accounting/accounts/${id}`))
  })
  test('keeps its order: parents, numbers, categories', async () => {
    expect((await create({ number: '999' })).body.errors).toHaveProperty('parent_id')
    expect((await create({ number: '11010199', parent_id: idOf('110101') })).body.errors).toHaveProperty('parent_id')
    expect((await create({ number: '110101', parent_id: idOf('1101') })).body.errors).toHaveProperty('number')
    const category = (await owner.get('/accounting/chart-of-accounts')).body.data[0].id
    expect((await owner.post(`/accounting/accounts/${category}`, body({ number: '1' }))).status).toBe(422)
    expect((await owner.remove(`/accounting/accounts/${category}`)).status).toBe(422)
    const main = expectOk(await create({ number: '1190', type: 'main', parent_id: idOf('11') })).body.data
    expect(
      (await owner.post(`/accounting/accounts/${main.id}`, body({ number: '1190', type: 'main', parent_id: main.id })))
        .body.errors,
    ).toHaveProperty('parent_id')
    expect(
      (
        await owner.post(
          `/accounting/accounts/${main.id}`,
          body({ number: '1190', type: 'main', parent_id: idOf('21') }),
        )
      ).body.errors,
    ).toHaveProperty('parent_id')
  })
  test('lets nothing go that is used, or that the rules post to', async () => {
    expect((await owner.remove(`/accounting/accounts/${idOf('110301')}`)).status).toBe(422)
    expect((await owner.remove(`/accounting/accounts/${idOf('210301')}`)).status).toBe(422)
    expect((await owner.remove(`/accounting/accounts/${idOf('1101')}`)).status).toBe(422)
    expect(
      (await owner.post(`/accounting/accounts/${idOf('110301')}`, body({ number: '110301', type: 'main' }))).body
        .errors,
    ).toHaveProperty('type')
    expect(
      (await owner.post(`/accounting/accounts/${idOf('210301')}`, body({ number: '210301', status: 'inactive' }))).body
        .errors,
    ).toHaveProperty('status')
  })
  test('keeps an account in use while products, categories or payment methods post to it', async () => {
    const [fees, partner] = [idOf('520206'), idOf('310102')]
    const product = await bodies.products(owner)
    const { id } = expectOk(await owner.post('/products', { ...product, expense_account_id: fees })).body.data
    const method = await bodies.paymentMethods(owner)
    const way = expectOk(await owner.post('/payment-methods', { ...method, account_id: partner })).body.data
    const putAway = (account: number, number: string) =>
      owner.post(`/accounting/accounts/${account}`, body({ number, status: 'inactive' }))
    for (const [account, number] of [
      [fees, '520206'],
      [partner, '310102'],
    ] as const)
      expect((await putAway(account, number)).body.errors).toHaveProperty('status')
    const turned = await owner.post(`/accounting/accounts/${fees}`, body({ number: '520206', type: 'main' }))
    expect(turned.body.errors).toHaveProperty('type')
    expectOk(await owner.post(`/products/${id}`, { ...product, expense_account_id: '' }))
    expectOk(await owner.post(`/payment-methods/${way.id}`, { ...method, account_id: partner, status: 'inactive' }))
    for (const [account, number] of [
      [fees, '520206'],
      [partner, '310102'],
    ] as const)
      expectOk(await putAway(account, number))
    const back = await owner.post(`/payment-methods/${way.id}`, { ...method, account_id: partner })
    expect(back.body.errors).toHaveProperty('account_id')
  })
  test('T6: an account is deleted or posted to, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = expectOk(await create({ number: `5290${round}`, parent_id: idOf('52') })).body.data
      const entry = await journalBody(owner)
      const lines = [
        { account_id: id, debit: 1 },
        { account_id: idOf('110101'), credit: 1 },
      ]
      const [removed, posted] = await Promise.all([
        owner.remove(`/accounting/accounts/${id}`),
        owner.post('/accounting/journal-entries', { ...entry, lines }),
      ])
      expect([removed?.status, posted?.status].sort()).toEqual([200, 422])
    }
  })
  test('T7: an account either becomes a parent or receives its first posting, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const own = { number: `5291${round}`, parent_id: idOf('52') }
      const { id } = expectOk(await create(own)).body.data
      const entry = await journalBody(owner)
      const lines = [
        { account_id: id, debit: 1 },
        { account_id: idOf('110101'), credit: 1 },
      ]
      const [turned, posted] = await Promise.all([
        owner.post(`/accounting/accounts/${id}`, body({ ...own, type: 'main' })),
        owner.post('/accounting/journal-entries', { ...entry, lines }),
      ])
      expect([turned?.status, posted?.status].sort()).toEqual([200, 422])
      expect(expectOk(await owner.get(`/accounting/accounts/${id}`)).body.data.type).toBe(
        turned?.status === 200 ? 'main' : 'sub',
      )
    }
  })
  test('a cost center is at the top or below a main one', async () => {
    const main = expectOk(await owner.post('/accounting/cost-centers', body({ number: '2', type: 'main' }))).body.data
    const { next_auto_number } = expectOk(await owner.get(`/accounting/cost-centers/${main.id}?parent=1`)).body.data
    const sub = expectOk(
      await owner.post('/accounting/cost-centers', body({ number: next_auto_number, parent_id: main.id })),
    ).body.data
    expect((await owner.remove(`/accounting/cost-centers/${main.id}`)).status).toBe(422)
    const entry = await journalBody(owner)
    const line = { account_id: idOf('520401'), debit: 5 }
    const post = (cost_center_id: number) =>
      owner.post('/accounting/journal-entries', {
        ...entry,
        lines: [
          { ...line, cost_center_id },
          { account_id: idOf('120203'), credit: 5 },
        ],
      })
    expect((await post(main.id)).body.errors).toHaveProperty(['lines.0.cost_center_id'])
    expectOk(await post(sub.id))
    expect((await owner.remove(`/accounting/cost-centers/${sub.id}`)).status).toBe(422)
  })
})

describe('journal entries', () => {
  const refused = async (lines: object[]) =>
    (await owner.post('/accounting/journal-entries', { ...(await journalBody(owner)), lines })).body.errors
  test('V42 is posted, corrected and voided with its number', async () => {
    const body = await journalBody(owner)
    const entry = expectOk(await owner.post('/accounting/journal-entries', body)).body.data
    expect(entry).toMatchObject({ journal_number: body.journal_number, amount: 250, revision: 1 })
    expect(entry.lines[0]).toMatchObject({ account_number: '520401', debit: 250, credit: 0 })
    const lines = [
      { account_id: idOf('520401'), debit: 300 },
      { account_id: idOf('120203'), credit: 300 },
    ]
    expect(
      expectOk(await owner.post(`/accounting/journal-entries/${entry.id}`, { ...body, lines })).body.data,
    ).toMatchObject({ amount: 300, revision: 2 })
    expect(
      (await owner.get(`/accounting/journal-entries?account_id=${idOf('520401')}`)).body.data.map(
        (row: ReplyBody) => row.id,
      ),
    ).toContain(entry.id)
    expectOk(await owner.remove(`/accounting/journal-entries/${entry.id}`))
    expect((await owner.get(`/accounting/journal-entries/${entry.id}`)).body.data.is_void).toBe(true)
  })
  test('refuses an entry that does not balance, has one line, two sides, none, or a wrong account', async () => {
    const [debit, credit] = [
      { account_id: idOf('520401'), debit: 5 },
      { account_id: idOf('120203'), credit: 5 },
    ]
    expect(await refused([debit, { ...credit, credit: '4.99' }])).toHaveProperty('lines')
    expect(await refused([debit])).toHaveProperty('lines')
    expect(await refused([{ ...debit, credit: 5 }, credit])).toHaveProperty(['lines.0.credit'])
    expect(await refused([{ account_id: idOf('520401') }, credit])).toHaveProperty(['lines.0.debit'])
    expect(await refused([{ ...debit, account_id: idOf('5204') }, credit])).toHaveProperty(['lines.0.account_id'])
    expect(await refused([debit, { ...credit, account_id: idOf('110201') }])).toHaveProperty(['lines.1.customer_id'])
    expect(await refused([debit, { ...credit, account_id: idOf('210101') }])).toHaveProperty(['lines.1.supplier_id'])
    const lowered = { ...credit, account_id: idOf('110201'), customer_id: owner.ids.customer }
    expect(await refused([debit, lowered])).toHaveProperty(['lines.1.credit'])
    for (const control of ['110301', '210301', '210201'])
      expect(await refused([debit, { ...credit, account_id: idOf(control) }]), control).toHaveProperty([
        'lines.1.account_id',
      ])
    expect(
      await refused([{ ...debit, customer_id: owner.ids.customer, supplier_id: owner.ids.supplier }, credit]),
    ).toHaveProperty(['lines.0.supplier_id'])
    expect(await refused([{ ...debit, debit: 'NaN' }, credit])).toHaveProperty(['lines.0.debit'])
  })
  test('in a foreign currency both sides are shared to the same base amount', async () => {
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.1234' }))
    const lines = [
      { account_id: idOf('520401'), debit: '33.33' },
      { account_id: idOf('520201'), debit: '66.67' },
      { account_id: idOf('120203'), credit: 100 },
    ]
    expectOk(await owner.post('/accounting/journal-entries', { ...(await journalBody(owner)), currency_id: 3, lines }))
  })
})

describe('financial years', () => {
  const year = (change: object) =>
    owner.post('/accounting/financial-years', {
      name: 'x',
      type: 'custom',
      started_at: '2040-01-01',
      ended_at: '2040-06-30',
      ...change,
    })
  const status = (id: number, to: string, client: { post: Organization['post'] } = owner) =>
    client.post(`/accounting/financial-years/${id}/change-status`, { status: to, reason: 'correction' })
  test('never overlap, never end before they start', async () => {
    expectOk(await year({}))
    const overlap = { started_at: 'Overlaps another financial year' }
    expect((await year({ started_at: '2040-06-30', ended_at: '2040-12-31' })).body.errors).toEqual(overlap)
    expect((await year({ started_at: '2040-03-01', ended_at: '2040-03-31', type: 'monthly' })).body.errors).toEqual(
      overlap,
    )
    expectOk(await year({ started_at: '2040-07-01', ended_at: '2040-12-31' }))
    expect((await year({ started_at: '2041-02-01', ended_at: '2041-01-01' })).body.errors).toHaveProperty('ended_at')
    expect((await year({ started_at: '2041-01-01', ended_at: '2041-02-30' })).body.errors).toHaveProperty('ended_at')
  })
  test('a draft year opens, closes in order, and its owner opens the latest again', async () => {
    const other = await createOrganization(app)
    const [current] = (await other.get('/accounting/financial-years')).body.data
    expect(current).toMatchObject({ status: 'open', started_at: `${today().slice(0, 4)}-01-01` })
    const next = expectOk(
      await other.post('/accounting/financial-years', {
        name: 'next',
        type: 'yearly',
        started_at: '2045-01-01',
        ended_at: '2045-12-31',
      }),
    ).body.data
    expect(next.status).toBe('draft')
    expect((await status(next.id, 'closed', other)).status).toBe(422)
    expectOk(await status(next.id, 'open', other))
    expect((await status(next.id, 'closed', other)).body.errors).toHaveProperty('status')
    const draft = expectOk(await other.post('/invoices', invoiceBody(other, { status: 'draft' }))).body.data
    expect((await status(current.id, 'closed', other)).body.errors.status).toMatch(/one draft/)
    expectOk(await other.remove(`/invoices/${draft.id}`))
    expectOk(await clearOpening(other))
    const reply = expectOk(await status(current.id, 'closed', other))
    expect(reply.body).toMatchObject({ message: 'Status changed successfully', data: { status: 'closed' } })
    expect((await other.post('/invoices', invoiceBody(other))).body.errors).toHaveProperty('invoice_date')
    const clerk = await clientWith(app, other, ['update-financialYear'])
    expect((await status(current.id, 'open', clerk)).status).toBe(422)
    expectOk(await status(current.id, 'under_review', other))
    expect((await other.post('/invoices', invoiceBody(other))).status).toBe(422)
    expectOk(await other.post('/accounting/journal-entries', await journalBody(other)))
    expectOk(await status(current.id, 'open', other))
    expectOk(await other.post('/invoices', invoiceBody(other)))
  })
  test('a year with entries cannot be deleted, nor shortened past them', async () => {
    const [current] = (await owner.get('/accounting/financial-years?status=open')).body.data
    expect((await owner.remove(`/accounting/financial-years/${current.id}`)).status).toBe(422)
    const shrunk = {
      name: current.name,
      type: 'custom',
      started_at: current.started_at,
      ended_at: `${today().slice(0, 4)}-01-31`,
    }
    expect((await owner.post(`/accounting/financial-years/${current.id}`, shrunk)).body.errors).toHaveProperty(
      'ended_at',
    )
  })
})

test('the plans are three, with prices and features', async () => {
  const { data } = expectOk(await owner.get('/in-subscriptions/plans')).body
  expect(data).toHaveLength(3)
  expect(data[0]).toMatchObject({
    name: expect.any(String),
    price: { amount: 79, currency: { code: 'SAR' } },
    features: expect.arrayContaining([expect.objectContaining({ id: expect.any(Number) })]),
  })
})
