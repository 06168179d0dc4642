import { expect, test } from 'vitest'
import { calls } from '#contract/index.ts'
import type { Call } from '#contract/kit/resource.ts'
import { createTestApp } from '../harness/api.ts'
import { actionBody, type Body, billBody, bodies, journalBody } from '../harness/bodies.ts'
import { fileUpload } from '../harness/multipart.ts'
import { callsOf, createOrganization, invoiceBody, paymentBody, today } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Many kinds of records share a table. The id of another kind does not exist on any route of a kind.

const app = await createTestApp()
const owner = await createOrganization(app)
const { post, get } = callsOf(owner)
const note = { note_date: today(), reason: 'تصحيح', lines: [{ line_number: 1, amount: 1 }] }
const { customer_id: _, ...paid } = paymentBody(owner)
const invoice = await post('/invoices', invoiceBody(owner))
const bill = await post('/bills', billBody(owner))
const due = { currency_id: 1, amount: 100, due_date: today() }
const opening = await post('/accounting/opening', {
  opening_date: `${today().slice(0, 4)}-01-01`,
  branch_id: owner.ids.branch,
  receivables: [{ ...due, customer_id: owner.ids.customer }],
  customer_credits: [{ currency_id: 1, amount: 100, customer_id: owner.ids.customer }],
  supplier_credits: [{ currency_id: 1, amount: 100, supplier_id: owner.ids.supplier }],
})

/** One record of each kind, by the path of its routes. The kinds of a group share a table. */
const groups: Record<string, Record<string, number>> = {
  documents: {
    '/invoices': invoice.id,
    '/advance-invoices': (await post('/advance-invoices', invoiceBody(owner))).id,
    '/bills': bill.id,
    '/credit-notes': (await post(`/invoices/${invoice.id}/credit-note`, note)).id,
    '/debit-notes': (await post(`/invoices/${invoice.id}/debit-note`, note)).id,
    '/supplier-credits': (await post(`/bills/${bill.id}/supplier-credit`, note)).id,
    '/customs-declarations': (await post('/customs-declarations', await bodies.customsDeclarations(owner))).id,
    '/accounting/opening/customer-credits': opening.customer_credits[0].id,
    '/accounting/opening/supplier-credits': opening.supplier_credits[0].id,
    'an opening item, which has no routes': opening.receivables[0].id,
  },
  payments: {
    '/accounting/income-payments': (await post('/accounting/income-payments', paymentBody(owner))).id,
    '/accounting/expense-payments': (
      await post('/accounting/expense-payments', { ...paid, supplier_id: owner.ids.supplier })
    ).id,
  },
  parties: { '/customers': owner.ids.customer, '/suppliers': owner.ids.supplier },
  nodes: { '/accounting/accounts': (await get('/accounting/accounts/list'))[0].id },
}

/** One route writes off all open items of its side: openings, debit notes and declarations have no route of their own. */
const writtenOff: Record<string, readonly string[]> = {
  '/invoices': ['/advance-invoices', '/debit-notes', 'an opening item, which has no routes'],
  '/bills': ['/customs-declarations'],
}
const isMeant = (call: Call, path: string, other: string) =>
  call.path.includes('/write-off') && writtenOff[path]?.includes(other)

const validBodies: Record<string, () => Promise<Body> | Body> = {
  '/invoices': () => invoiceBody(owner),
  '/advance-invoices': () => invoiceBody(owner),
  '/bills': () => billBody(owner),
  '/customs-declarations': () => bodies.customsDeclarations(owner),
  '/accounting/income-payments': () => paymentBody(owner),
  '/accounting/expense-payments': () => ({ ...paid, supplier_id: owner.ids.supplier }),
  '/customers': () => bodies.customers(owner),
  '/suppliers': () => bodies.suppliers(owner),
  '/accounting/accounts': () => ({ number: '999', name: 'x', name_en: 'x', type: 'sub', status: 'active' }),
}

async function askOf(call: Call, path: string) {
  if (call.method !== 'POST') return {}
  if (call.path.endsWith('/attachments'))
    return fileUpload('attached_file', 'a.pdf', Buffer.from('%PDF-1.7 of another'))
  return {
    body:
      call.kind === 'action' || call.kind === 'preview'
        ? actionBody(call, owner)
        : ((await validBodies[path]?.()) ?? {}),
  }
}

const tables = ['documents', 'payments', 'parties', 'journal_entries', 'attachments', 'allocations']
const fingerprint = () =>
  withSuperuser(app, async (client) => {
    const hashes = []
    for (const table of tables)
      hashes.push(
        (await client.query(`SELECT coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS hash FROM ${table} AS t`))
          .rows[0].hash,
      )
    return hashes.join()
  })

const cases = Object.values(groups).flatMap((group) =>
  Object.keys(group).flatMap((path) =>
    calls
      .filter((call) => call.path.startsWith(`${path}/:id`))
      .map((call) => [`${call.method} ${call.path}`, call, path, group] as const),
  ),
)

test.each(cases)('%s knows no id of another kind', async (_name, call, path, group) => {
  const before = await fingerprint()
  const others = Object.entries(group).filter(([other]) => other !== path && !isMeant(call, path, other))
  for (const [other, id] of [...others, ['nobody', 900_000_000] as const]) {
    const address = call.path.replace(':id', String(id)).replace(/:\w+/, '1')
    const reply = await owner.ask(call.method, address, await askOf(call, path))
    expect([other, reply.status, JSON.stringify(reply.body)]).toEqual([other, 404, expect.any(String)])
  }
  expect(await fingerprint()).toBe(before)
})

test('answers 404 to an id that does not exist', async () => {
  const { id } = await post('/accounting/journal-entries', await journalBody(owner))
  for (const path of ['/invoices', '/accounting/income-payments', '/inventory/counts'])
    expect((await owner.get(`${path}/${id + 800_000}`)).status).toBe(404)
})
