import { beforeAll, describe, expect, test } from 'vitest'
import { decimal, text } from '#ledger/money.ts'
import { createTestApp, type Reply, type TestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { runOf } from './import-files.ts'

// Exports can be imported again: into a new organization, with the same trial balance to the halala.

let app: TestApp
const year = today().slice(0, 4)
const end = `${year}-12-31`
const day = (text: string) => `${year}-${text}`
beforeAll(async () => {
  app = await createTestApp()
})

const compare = (owner: Organization, rows: readonly string[], of = 'balances'): Promise<Reply> => {
  const head = `--x\r\nContent-Disposition: form-data; name="date"\r\n\r\n${end}\r\n--x\r\nContent-Disposition: form-data; name="of"\r\n\r\n${of}\r\n--x\r\nContent-Disposition: form-data; name="balance_file"; filename="tb.csv"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(rows.join('\n')), Buffer.from('\r\n--x--\r\n')])
  return owner.ask('POST', '/imports/compare', {
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
const compared = async (owner: Organization, rows: readonly string[]) => expectOk(await compare(owner, rows)).body.data
const balancesOf = async (owner: Organization) => {
  const { rows } = await compared(owner, ['account number,balance', '000000,1'])
  return ['account number,balance', ...rows.map((row: { number: string; ours: number }) => `${row.number},${row.ours}`)]
}
const exported = async (owner: Organization, kind: string, format: string) => {
  const reply = await app.app.inject({
    method: 'GET',
    url: `/api/imports/export?kind=${kind}&format=${format}`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(reply.statusCode, kind).toBe(200)
  return reply.rawPayload
}

async function aYearOf(owner: Organization): Promise<void> {
  const { post } = callsOf(owner)
  const { ids } = owner
  await post('/customers', {
    name: 'شركة الأفق',
    email: 'h@example.sa',
    type: 'company',
    status: 'active',
    tax_number: '310122393500003',
  })
  await post('/bills', billBody(owner, { bill_date: day('02-01'), due_date: day('03-01') }))
  const item = (change = {}) => ({ product_id: ids.goods, quantity: 2, price: 115, tax_rate: 15, ...change })
  const invoice = await post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: day('02-10'),
      due_date: day('03-10'),
      items: [item(), { product_id: ids.service, quantity: 1, price: 99.99, tax_rate: 0, tax_id: ids.zeroTax }],
      discount_amount: 10,
    }),
  )
  await post(
    '/invoices',
    invoiceBody(owner, {
      invoice_date: day('02-11'),
      due_date: day('02-11'),
      prices_include_tax: true,
      items: [item({ discount_percent: 5 })],
    }),
  )
  await post(
    '/accounting/income-payments',
    paymentBody(owner, {
      payment_date: day('02-20'),
      amount: 200,
      references: [{ reference_id: invoice.id, amount: 150 }],
    }),
  )
  const accounts = (await callsOf(owner).get('/accounting/accounts/list')) as { id: number; number: string }[]
  const id = (number: string) => accounts.find((one) => one.number === number)?.id
  await post('/accounting/journal-entries', {
    journal_number: 'JV-1',
    journal_date: day('02-25'),
    currency_id: ids.currency,
    branch_id: ids.branch,
    lines: [
      { account_id: id('110101'), debit: '12.5' },
      { account_id: id('310101'), credit: '12.5' },
    ],
  })
}

const kinds = [
  'accounts',
  'cost_centers',
  'customers',
  'suppliers',
  'products',
  'bills',
  'invoices',
  'income_payments',
  'expense_payments',
  'journal_entries',
]

describe.each(['csv', 'xlsx'])('everything exported as %s', (format) => {
  test('can be imported into a new organization with the same trial balance', async () => {
    const from = await createOrganization(app)
    await aYearOf(from)
    const to = await createOrganization(app)
    for (const kind of kinds) {
      const content = await exported(from, kind, format)
      // A kind without rows has nothing to bring.
      const done = await runOf(to, { kind, content }).catch((error: Error) => {
        expect(error.message).toMatch(/"code":"import_empty"/)
        return { state: 'committed' }
      })
      expect(done, `${kind} ${JSON.stringify(done)}`).toMatchObject({ state: 'committed' })
    }
    const { rows, unknown } = await compared(to, await balancesOf(from))
    expect(rows.filter((row: { difference: number }) => row.difference !== 0)).toEqual([])
    expect(unknown).toEqual([])
  })
})

test('the receipt names each account that differs, and what is no account of ours', async () => {
  const owner = await createOrganization(app)
  const rows = (await balancesOf(owner)).map((row) => row.replace(/,60000$/, ',59999.99'))
  const { data } = expectOk(await compare(owner, [...rows, '77777,5'])).body
  expect(data.unknown).toMatchObject([{ number: '77777', theirs: 5 }])
  expect(data.rows.filter((row: { difference: number }) => row.difference !== 0)).toMatchObject([
    { theirs: 59999.99, ours: 60000, difference: 0.01 },
  ])
  expect(data.differing).toBe(2)
  expect((await compare(owner, ['a,b', '1,2'])).headers.refusal).toBe('balance_columns')
})

test('the receipt names each customer, supplier and product that differs from the ageing and the stock of before', async () => {
  const owner = await createOrganization(app)
  await aYearOf(owner)
  const { get } = callsOf(owner)
  const figuresOf = async (report: string, figure: string) => {
    const { rows } = (await get(`/reports/${report.replaceAll('_', '-')}?to=${end}`)) as {
      rows: { key: string; label: { name: string }; texts: { code?: string }; figures: Record<string, number> }[]
    }
    return rows.map((row) => [row.texts.code ?? '', row.label.name ?? 'Total', row.figures[figure]])
  }
  const cases = [
    ['receivables', 'aged_receivables', 'total', 'VAT number,Customer name,Total'],
    ['payables', 'aged_payables', 'total', 'VAT number,Vendor,Outstanding'],
    ['stock', 'inventory_valuation', 'value', 'Item code,Product,Stock value'],
  ] as const
  for (const [of, report, figure, heads] of cases) {
    const rows = await figuresOf(report, figure)
    expect(rows.length, of).toBeGreaterThan(1)
    const file = rows.map(([code, name, amount]) => `${code},${name},${amount}`)
    const same = expectOk(await compare(owner, [heads, ...file], of)).body.data
    expect(same, of).toMatchObject({ of, differing: 0, unknown: [], equal: rows.length - 1 })
    const [first, ...others] = rows
    const other = `${first?.[0]},${first?.[1]},${text(decimal(first?.[2] as number).plus('0.01'))}`
    const told = expectOk(await compare(owner, [heads, other, ...others.map((row) => row.join()), 'X9,Nobody,3'], of))
      .body.data
    expect(told, of).toMatchObject({ differing: 2, unknown: [{ number: 'X9', name: 'Nobody', theirs: 3 }] })
    expect(told.rows.filter((row: { difference: number }) => row.difference !== 0)).toMatchObject([
      { difference: -0.01 },
    ])
  }
})
