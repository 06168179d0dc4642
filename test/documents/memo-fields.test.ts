import { beforeAll, expect, test } from 'vitest'
import { type Memo, memoNames } from '#contract/documents/memo-fields.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody } from '../harness/bodies.ts'
import { callsOf, createOrganization, invoiceBody, type Organization, paymentBody } from '../harness/organization.ts'

// Memo fields are declared once: every field of the list is stored, answered, printed, and changed on a posted document
// without an entry.

let owner: Organization
let calls: ReturnType<typeof callsOf>
beforeAll(async () => {
  owner = await createOrganization(await createTestApp())
  calls = callsOf(owner)
})

const first: Memo = {
  notes: 'ملاحظة',
  supply_date: '2026-01-05',
  supply_end_date: '2026-01-31',
  po_number: 'PO-77',
  contract_number: 'C-9',
  payment_terms: '30 يومًا',
  payment_means: '30',
  transaction_kind: 'nominal',
}
const second: Memo = {
  notes: 'أخرى',
  supply_date: '2026-02-05',
  supply_end_date: null,
  po_number: 'PO-78',
  contract_number: null,
  payment_terms: 'نقدًا',
  payment_means: '10',
  transaction_kind: 'third_party',
}
const entries = async () => (await calls.get('/reports/journal')).rows.length as number

test.each([
  ['/invoices', invoiceBody],
  ['/advance-invoices', invoiceBody],
  ['/bills', billBody],
] as const)(
  '%s: every memo field is stored, answered and read back, of a draft as of a posted document',
  async (path, body) => {
    // A bill goes to no authority.
    const { transaction_kind: _, ...ofBill } = first
    const said = path === '/bills' ? ofBill : first
    for (const status of ['draft', undefined]) {
      const created = await calls.post(path, body(owner, { ...said, ...(status && { status }) }))
      expect(created).toMatchObject(said)
      expect(await calls.get(`${path}/${created.id}`)).toMatchObject(said)
      if (status) expect(await calls.post(`${path}/${created.id}/confirm`, {})).toMatchObject(said)
    }
  },
)

test.each(memoNames)(
  'an edit of %s alone on a confirmed invoice is saved without an entry and printed',
  async (name) => {
    const body = invoiceBody(owner, first)
    const { id } = await calls.post('/invoices', body)
    const before = await entries()
    const changed = await calls.post(`/invoices/${id}`, {
      ...body,
      invoice_number: (await calls.get(`/invoices/${id}`)).invoice_number,
      [name]: second[name] ?? '',
      ...(name === 'supply_date' && { supply_end_date: '' }),
    })
    expect(changed).toMatchObject({ [name]: second[name], revision: 2, printed: { [name]: second[name] } })
    expect(await entries()).toBe(before)
  },
)

test('memo fields of a paid invoice can change, and an absent field keeps its value', async () => {
  const body = invoiceBody(owner, first)
  const { id, invoice_number } = await calls.post('/invoices', body)
  await calls.post(
    '/accounting/income-payments',
    paymentBody(owner, { references: [{ reference_id: id, amount: 1150 }] }),
  )
  const { notes: _, supply_date: __, ...rest } = body as Record<string, unknown>
  const read = await calls.post(`/invoices/${id}`, {
    ...rest,
    invoice_number,
    po_number: 'PO-79',
    supply_end_date: '2026-03-01',
  })
  expect(read).toMatchObject({ ...first, po_number: 'PO-79', supply_end_date: '2026-03-01', status: 'paid' })
})

test('an issued paper keeps showing what was issued', async () => {
  const body = invoiceBody(owner, first)
  const { id, invoice_number, version } = await calls.post('/invoices', body)
  await calls.post(`/invoices/${id}/issue`, { version })
  const organization = await calls.get('/organization/show')
  expect(organization.tax_number).toBeNull()
  expect(await calls.post(`/invoices/${id}`, { ...body, invoice_number, po_number: 'PO-80' })).toMatchObject({
    po_number: 'PO-80',
    printed: { po_number: 'PO-77' },
  })
})

test('a supply ends only after it starts', async () => {
  const wrong = [
    { supply_date: '2026-02-01', supply_end_date: '2026-01-31' },
    { supply_date: '', supply_end_date: '2026-01-31' },
  ]
  for (const dates of wrong)
    expect(await calls.errors('/invoices', invoiceBody(owner, dates))).toHaveProperty('supply_end_date')
  const body = invoiceBody(owner, first)
  const { id, invoice_number } = await calls.post('/invoices', body)
  const stated = { ...body, invoice_number, supply_end_date: '2026-01-01' }
  expect(await calls.errors(`/invoices/${id}`, stated)).toHaveProperty('supply_end_date')
})

test('a note shows the order and the supply date of the invoice it corrects', async () => {
  const { id } = await calls.post('/invoices', invoiceBody(owner, first))
  const note = { note_date: invoiceBody(owner).invoice_date, reason: 'خصم', lines: [{ line_number: 1, amount: 10 }] }
  expect(await calls.post(`/invoices/${id}/credit-note`, note)).toMatchObject({ ...first, notes: null })
})

test('the kind of a transaction is one that is offered, never of a bill, and stays once the paper is issued', async () => {
  const sent = (kind: string) => calls.errors('/invoices', invoiceBody(owner, { transaction_kind: kind }))
  const [own, unknown] = [await sent('self_billed'), await sent('export')]
  expect([Object.keys(own), Object.keys(unknown)]).toEqual([['transaction_kind'], ['transaction_kind']])
  expect(own.transaction_kind).not.toBe(unknown.transaction_kind)
  expect(await calls.errors('/bills', billBody(owner, { transaction_kind: 'summary' }))).toHaveProperty(
    'transaction_kind',
  )
  const body = invoiceBody(owner, { transaction_kind: 'summary' })
  const { id, invoice_number, version } = await calls.post('/invoices', body)
  await calls.post(`/invoices/${id}/issue`, { version })
  const changed = { ...body, invoice_number, transaction_kind: 'nominal' }
  expect(await calls.errors(`/invoices/${id}`, changed)).toHaveProperty('transaction_kind')
})
