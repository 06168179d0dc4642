import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { createOrganization, expectOk, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// A row of an invoice or a bill says which cost center its income or expense belongs to (accounting rules 4.3, 5.12).

let app: TestApp
let owner: Organization
let riyadh: number
let jeddah: number
let main: number
type Body = Record<string, unknown>
const center = (number: string, change: Body = {}) => {
  const body = { number, name: `مركز ${number}`, name_en: `Center ${number}`, type: 'sub', status: 'active', ...change }
  return idOf(owner.post('/accounting/cost-centers', body))
}
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  riyadh = await center('10')
  jeddah = await center('11')
  main = await center('20', { type: 'main' })
})
const post = async (path: string, body: Body) => expectOk(await owner.post(path, body)).body.data
const row = (product_id: number, price: number, cost_center_id?: unknown, quantity = 1): Body => ({
  product_id,
  quantity,
  price,
  tax_rate: 15,
  ...(cost_center_id !== undefined && { cost_center_id }),
})
/** The balance of each cost center, by the role of its account. `-` is without a center. */
async function standing(): Promise<Map<string, number>> {
  const id = Number(owner.token?.split('.')[0])
  return withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT coalesce(center.number, '-') || ' ' || account.role AS key, sum(line.debit - line.credit) AS net
       FROM journal_lines AS line JOIN accounts AS account ON account.organization_id = $1 AND account.id = line.account_id
       LEFT JOIN cost_centers AS center ON center.organization_id = $1 AND center.id = line.cost_center_id
       WHERE line.organization_id = $1 AND account.role IS NOT NULL GROUP BY 1`,
      [id],
    )
    return new Map(rows.map((one) => [one.key, Number(one.net)]))
  })
}
async function moved(event: () => Promise<unknown>): Promise<string[]> {
  const before = await standing()
  await event()
  const after = await standing()
  return [...after]
    .map(([key, net]) => [key, Math.round((net - (before.get(key) ?? 0)) * 100) / 100] as const)
    .filter(([, net]) => net !== 0)
    .map(([key, net]) => `${key} ${net}`)
    .sort()
}

describe('what a row says', () => {
  test('is posted to income and cost of goods, never to the balance sheet', async () => {
    const items = [
      row(owner.ids.goods, 100, riyadh, 2),
      row(owner.ids.service, 50, jeddah),
      row(owner.ids.service, 10, ''),
    ]
    expect(await moved(() => post('/invoices', invoiceBody(owner, { items })))).toEqual(
      [
        '- AR 299',
        '- INV -120',
        '- REV_SRV -10',
        '- VAT_OUT -39',
        '10 COGS 120',
        '10 REV_GOODS -200',
        '11 REV_SRV -50',
      ].sort(),
    )
  })
  test('is returned with the document, with its name', async () => {
    const { items } = await post('/invoices', invoiceBody(owner, { items: [row(owner.ids.service, 5, riyadh)] }))
    expect(items[0]).toMatchObject({
      cost_center_id: riyadh,
      cost_center_name: 'مركز 10',
      cost_center_name_en: 'Center 10',
    })
  })
  test('defaults to that of the document, and can be set to none', async () => {
    const items = [row(owner.ids.service, 5), row(owner.ids.service, 6, jeddah), row(owner.ids.service, 7, '')]
    const saved = await post('/invoices', invoiceBody(owner, { items, cost_center_id: riyadh }))
    expect(saved.items.map((item: Body) => item.cost_center_id)).toEqual([riyadh, jeddah, null])
  })
  test('is posted to the expense of a bill and not to its goods', async () => {
    const items = [row(owner.ids.goods, 60, riyadh, 10), row(owner.ids.service, 40, jeddah)]
    expect(await moved(() => post('/bills', billBody(owner, { items })))).toEqual(
      ['- AP -736', '- INV 600', '- VAT_IN 96', '11 EXP_DEFAULT 40'].sort(),
    )
  })
  test('a purchase for an asset account has none', async () => {
    const accounts = expectOk(await owner.get('/accounting/accounts/list')).body.data as {
      id: number
      number: string
    }[]
    const expense_account_id =
      accounts.find(({ number }) => number === '120101')?.id ??
      accounts.find(({ number }) => number.startsWith('12'))?.id
    const product = {
      ...(await bodies.products(owner)),
      product_type_id: 2,
      unlimited_quantity: true,
      quantity: '',
      expense_account_id,
      income_account_id: accounts.find(({ number }) => number === '410102')?.id,
    }
    const asset = await idOf(owner.post('/products', product))
    const lines = await moved(() => post('/bills', billBody(owner, { items: [row(asset, 1000, riyadh)] })))
    expect(lines.filter((line) => !line.startsWith('- '))).toEqual([])
    // The sale of the same product is income of its center.
    const sold = invoiceBody(owner, { items: [row(asset, 70, riyadh)] })
    expect(await moved(() => post('/invoices', sold))).toContain('10 REV_SRV -70')
  })
})

describe('what follows a document', () => {
  test('a return reverses income and cost in the original cost center', async () => {
    const invoice = await post('/invoices', invoiceBody(owner, { items: [row(owner.ids.goods, 100, riyadh, 2)] }))
    const body = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
    expect(await moved(() => post(`/invoices/${invoice.id}/credit-note`, body))).toEqual(
      ['- AR -115', '- INV 60', '- VAT_OUT 15', '10 COGS -60', '10 SALES_RET 100'].sort(),
    )
  })
  test('a debit note raises the income of the same center', async () => {
    const invoice = await post('/invoices', invoiceBody(owner, { items: [row(owner.ids.service, 100, jeddah)] }))
    const body = { note_date: today(), reason: 'فرق', lines: [{ line_number: 1, amount: 20 }] }
    expect(await moved(() => post(`/invoices/${invoice.id}/debit-note`, body))).toContain('11 REV_SRV -20')
  })
  test('goods returned above their carrying amount leave the variance in that cost center', async () => {
    const bill = await post('/bills', billBody(owner, { items: [row(owner.ids.goods, 90, riyadh, 10)] }))
    const body = { note_date: today(), reason: 'مرتجع', note_number: 'SC-1', lines: [{ line_number: 1, quantity: 1 }] }
    const lines = await moved(() => post(`/bills/${bill.id}/supplier-credit`, body))
    expect(lines.filter((line) => !line.startsWith('- '))).toEqual([expect.stringMatching(/^10 PPV -/)])
  })
  test('another center is a correction, the void its mirror', async () => {
    const body = invoiceBody(owner, { items: [row(owner.ids.service, 100, riyadh)] })
    const { id, invoice_number } = await post('/invoices', body)
    const corrected = { ...body, invoice_number, items: [row(owner.ids.service, 100, jeddah)] }
    expect(await moved(() => post(`/invoices/${id}`, corrected))).toEqual(['10 REV_SRV 100', '11 REV_SRV -100'])
    expect(await moved(async () => expectOk(await owner.remove(`/invoices/${id}`)))).toContain('11 REV_SRV 100')
  })
  test('an unchanged row keeps its cost when another row of the same product grows', async () => {
    const body = invoiceBody(owner, {
      items: [row(owner.ids.goods, 100, riyadh, 2), row(owner.ids.goods, 100, jeddah, 1)],
    })
    const { id, invoice_number } = await post('/invoices', body)
    await post('/bills', billBody(owner, { items: [row(owner.ids.goods, 900, undefined, 1000)] }))
    const items = [row(owner.ids.goods, 100, riyadh, 3), row(owner.ids.goods, 100, jeddah, 1)]
    const lines = await moved(() => post(`/invoices/${id}`, { ...body, invoice_number, items }))
    expect(lines).toContainEqual(expect.stringMatching(/^10 COGS [45]\d\d/))
    expect(lines.filter((line) => line.startsWith('11 '))).toEqual([])
  })
  test('a caller that sends no cost centers removes none', async () => {
    const body = invoiceBody(owner, { items: [row(owner.ids.service, 100, riyadh)] })
    const { id, invoice_number } = await post('/invoices', body)
    const again = { ...body, invoice_number, notes: 'ملاحظة', items: [row(owner.ids.service, 100)] }
    expect(await moved(() => post(`/invoices/${id}`, again))).toEqual([])
    const dearer = { ...body, invoice_number, items: [row(owner.ids.service, 120)] }
    expect(await moved(() => post(`/invoices/${id}`, dearer))).toContain('10 REV_SRV -20')
  })
  test('a draft keeps it until it is confirmed', async () => {
    const body = invoiceBody(owner, { status: 'draft', items: [row(owner.ids.service, 70, riyadh)] })
    const { id, invoice_number } = await post('/invoices', body)
    await post(`/invoices/${id}`, { ...body, invoice_number, items: [row(owner.ids.service, 75)] })
    expect(await moved(() => post(`/invoices/${id}/confirm`, {}))).toContain('10 REV_SRV -75')
  })
})

describe('what is refused, on its row', () => {
  const refusal = async (cost_center_id: unknown) =>
    (await owner.post('/invoices', invoiceBody(owner, { items: [row(owner.ids.service, 5, cost_center_id)] }))).body
      .errors
  test('a main one, an inactive one, a stranger’s', async () => {
    const gone = await center('30', { status: 'inactive' })
    const stranger = await createOrganization(app)
    const theirs = (await stranger.get('/accounting/cost-centers/list')).body.data[0].id
    expect(await refusal(main)).toEqual({ 'items.0.cost_center_id': expect.stringContaining('sub cost center') })
    expect(await refusal(gone)).toEqual({ 'items.0.cost_center_id': expect.stringContaining('inactive') })
    expect(await refusal(theirs)).toEqual({ 'items.0.cost_center_id': expect.stringContaining('does not exist') })
  })
  test('refuses to delete one that a draft names, or to make it a main one', async () => {
    const used = await center('40')
    await post('/invoices', invoiceBody(owner, { status: 'draft', items: [row(owner.ids.service, 5, used)] }))
    expect((await owner.remove(`/accounting/cost-centers/${used}`)).status).toBe(422)
    const body = { number: '40', name: 'مركز', name_en: 'Center', type: 'main', status: 'active' }
    expect((await owner.post(`/accounting/cost-centers/${used}`, body)).status).toBe(422)
  })
})

test('the report by cost center shows the cost centers of the rows', async () => {
  const range = `from=${today().slice(0, 4)}-01-01&to=${today()}`
  const sheet = expectOk(await owner.get(`/reports/cost-center-report?${range}`)).body.data
  expect(sheet.columns.map((one: { key: string }) => one.key)).toEqual(
    expect.arrayContaining([`cost_center_${riyadh}`, `cost_center_${jeddah}`]),
  )
})
