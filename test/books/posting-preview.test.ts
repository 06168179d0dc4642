import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { PostingPreview } from '#contract/preview/posting-preview.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { type Body, billBody, bodies, journalBody } from '../harness/bodies.ts'
import {
  callsOf,
  createOrganization,
  invoiceBody,
  type Organization,
  paymentBody,
  today,
} from '../harness/organization.ts'
import { clientWith, withSuperuser } from '../harness/role.ts'

// A preview says what saving posts: the same entries, line by line, by the same refusals. It writes nothing.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
})

type Line = { account?: { id: number }; account_id?: number; debit: number | null; credit: number | null }
/** Lines as the entries of a record show them, in their order. */
const linesOf = (entries: readonly { lines: readonly Line[] }[]) =>
  entries.flatMap(({ lines }) =>
    lines.map(({ account, account_id, debit, credit }) => [account?.id ?? account_id, debit || null, credit || null]),
  )

const tables = [
  'documents',
  'document_lines',
  'payments',
  'manual_entries',
  'journal_entries',
  'journal_lines',
  'tax_entries',
  'stock_moves',
  'allocations',
  'audit_log',
  'number_series',
  'monthly_balances',
  'outbox_messages',
  'idempotency_keys',
]
const digest = () =>
  withSuperuser(app, async (client) => {
    const sums: string[] = []
    for (const table of tables) {
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(row::text, ',' ORDER BY row::text)), '') AS sum FROM ${table} AS row`,
      )
      sums.push(`${table} ${rows[0].sum}`)
    }
    return sums
  })

/** Previews, saves, and compares what was posted; a refusal of one is the refusal of the other. */
async function agree(
  path: string,
  body: Body,
  entriesOf: string,
  previewPath = `${path}/preview`,
): Promise<PostingPreview | null> {
  const before = await digest()
  const preview = await owner.post(previewPath, body)
  expect(await digest()).toEqual(before)
  const saved = await owner.post(path, body)
  if (saved.status !== 200) {
    expect([preview.status, preview.body]).toEqual([saved.status, saved.body])
    return null
  }
  expect(preview.status).toBe(200)
  const posted = await calls.get(entriesOf.replace('{id}', saved.body.data.id))
  expect(linesOf(preview.body.data.entries)).toEqual(linesOf(posted))
  return preview.body.data
}

const amount = fc.integer({ min: 1, max: 500_000 }).map((halalas) => halalas / 100)
const row = fc.record({
  product: fc.constantFrom('goods', 'service'),
  quantity: fc.integer({ min: 1, max: 3 }),
  price: amount,
  tax_rate: fc.constantFrom(0, 15),
})
const rows = fc.array(row, { minLength: 1, maxLength: 4 })
const itemsOf = (given: readonly { product: string; quantity: number; price: number; tax_rate: number }[]) =>
  given.map(({ product, ...item }) => ({ ...item, product_id: owner.ids[product as 'goods'] }))

test('an invoice and a bill', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (given, isSale) => {
      const items = itemsOf(given)
      if (isSale) await agree('/invoices', invoiceBody(owner, { items, status: 'confirmed' }), '/invoices/{id}/entries')
      else await agree('/bills', billBody(owner, { items, status: 'sent' }), '/bills/{id}/entries')
    }),
    { numRuns: 25 },
  )
})

test('a receipt and a payment, with what they settle', async () => {
  await fc.assert(
    fc.asyncProperty(amount, fc.integer({ min: 0, max: 100 }), async (sum, share) => {
      const invoice = await calls.post('/invoices', invoiceBody(owner))
      const settled = Math.round(Math.min(sum, 1150) * share) / 100
      const references = settled > 0 ? [{ reference_id: invoice.id, amount: settled }] : []
      await agree(
        '/accounting/income-payments',
        paymentBody(owner, { amount: sum, references }),
        '/accounting/income-payments/{id}/entries',
      )
    }),
    { numRuns: 15 },
  )
})

test('a manual entry', async () => {
  await fc.assert(
    fc.asyncProperty(amount, async (sum) => {
      const body = await journalBody(owner)
      const lines = (body.lines as Body[]).map((line) => ({
        ...line,
        debit: Number(line.debit) > 0 ? sum : 0,
        credit: Number(line.credit) > 0 ? sum : 0,
      }))
      await agree('/accounting/journal-entries', { ...body, lines }, '/accounting/journal-entries/{id}/entries')
    }),
    { numRuns: 6 },
  )
})

test('a credit note, and the correction of an invoice with its reversal', async () => {
  const items = [{ product_id: owner.ids.goods, quantity: 2, price: 100, tax_rate: 15 }]
  const invoice = await calls.post('/invoices', invoiceBody(owner, { items }))
  const note = { note_date: today(), reason: 'مرتجع', lines: [{ line_number: 1, quantity: 1 }] }
  const path = `/invoices/${invoice.id}/credit-note`
  await agree(path, note, '/credit-notes/{id}/entries')
  const bill = await calls.post('/bills', billBody(owner))
  const changed = billBody(owner, { bill_number: bill.bill_number, items })
  const preview: PostingPreview = await calls.post(`/bills/preview?id=${bill.id}`, changed)
  expect(preview.entries.map(({ is_reversal }) => is_reversal)).toEqual([true, false])
  await calls.post(`/bills/${bill.id}`, changed)
  const posted = await calls.get(`/bills/${bill.id}/entries`)
  expect(linesOf(preview.entries).sort()).toEqual(linesOf(posted.slice(-2)).sort())
})

test('a stored draft that is confirmed or posted', async () => {
  const drafts = [
    { path: '/invoices', act: 'confirm', body: invoiceBody(owner, { status: 'draft' }) },
    { path: '/bills', act: 'confirm', body: billBody(owner, { status: 'draft' }) },
    { path: '/accounting/journal-entries', act: 'post', body: { ...(await journalBody(owner)), status: 'draft' } },
    { path: '/advance-invoices', act: 'confirm', body: { ...(await bodies.advanceInvoices(owner)), status: 'draft' } },
  ]
  for (const { path, act, body } of drafts) {
    const draft = await calls.post(path, body)
    const before = await digest()
    const preview: PostingPreview = await calls.post(`${path}/${draft.id}/${act}/preview`, { version: draft.version })
    expect(await digest()).toEqual(before)
    const stale = await owner.post(`${path}/${draft.id}/${act}/preview`, { version: draft.version + 1 })
    expect(stale.status).toBe(409)
    await calls.post(`${path}/${draft.id}/${act}`, { version: draft.version })
    const posted = await calls.get(`${path}/${draft.id}/entries`)
    expect(preview.entries.length).toBeGreaterThan(0)
    expect(linesOf(preview.entries)).toEqual(linesOf(posted))
    const again = await owner.post(`${path}/${draft.id}/${act}/preview`, {})
    expect(again.status).toBe(422)
  }
})

test('the effects say what the customer owes, the tax, the stock and the income', async () => {
  const items = [{ product_id: owner.ids.goods, quantity: 1, price: 1000, tax_rate: 15 }]
  const { effects }: PostingPreview = await calls.post('/invoices/preview', invoiceBody(owner, { items }))
  const of = Object.fromEntries(effects.map(({ name, change }) => [name, change]))
  expect(of).toMatchObject({ receivable: 1150, output_vat: 150, income: 1000 })
  expect(of.inventory).toBe(-(of.expense ?? 0))
})

test('a user who may not save may not preview', async () => {
  const reader = await clientWith(app, owner, ['list-invoice', 'read-invoice'])
  expect((await reader.post('/invoices/preview', invoiceBody(owner))).status).toBe(403)
})
