import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimal, text } from '#ledger/money.ts'
import { eInvoiceHandler } from '#server/e-invoicing/send-handler.ts'
import { createOutboxRunner } from '#server/outbox/runner.ts'
import { callsOf, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// Concurrent requests and crashes: nothing is lost, nothing is duplicated, no chain forks.

let books: Phase2
beforeAll(async () => {
  books = await createPhase2()
})
afterAll(() => books.stop())

const stamped = (document_id: number) =>
  withSuperuser(books.app, async (client) => {
    const { rows } = await client.query('SELECT * FROM e_documents WHERE document_id = $1 ORDER BY attempt', [
      document_id,
    ])
    return rows as { id: number; state: string; xml: string; hash: string }[]
  })
const atPlatform = async () => {
  const state = (await books.control('GET', '/state')) as { documents: { hash: string }[] } | null
  return (state?.documents ?? []).map(({ hash }) => hash)
}

test('two concurrent issues of the same invoice stamp it once', async () => {
  const id = await books.invoice()
  const answers = await Promise.all([books.issue(id), books.issue(id), books.issue(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stamped(id)).toHaveLength(1)
})

test('an edit concurrent with the issue is either in the XML or refused', async () => {
  const { get } = callsOf(books.owner)
  for (let round = 0; round < 15; round++) {
    const id = await books.simplified()
    const before = await get(`/invoices/${id}`)
    const body = invoiceBody(books.owner, {
      invoice_number: before.invoice_number,
      customer_id: books.individual,
      invoice_date: before.invoice_date,
      due_date: before.due_date,
      items: [{ product_id: books.owner.ids.service, quantity: 3, price: 7, tax_rate: 15 }],
    })
    const [edited, issued] = await Promise.all([books.owner.post(`/invoices/${id}`, body), books.issue(id)])
    expect(issued.status).toBe(200)
    const [document] = await stamped(id)
    const { total } = await get(`/invoices/${id}`)
    expect(total).toBe(edited.status === 200 ? 24.15 : before.total)
    expect(document?.xml).toContain(`<cbc:TaxInclusiveAmount currencyID="SAR">${text(decimal(total), 2)}<`)
  }
  await books.app.app.services.outbox.drain()
})

test('after a crash while sending another server sends the same bytes, and the platform has them once', async () => {
  await books.app.app.services.outbox.stop()
  const id = await books.simplified()
  expectOk(await books.issue(id))
  const [waiting] = await stamped(id)
  const { pool, eInvoicing } = books.app.app.services
  // It claimed the message, sent it, and died before the answer was stored.
  const handler = eInvoiceHandler(pool, eInvoicing)
  const own = Number(books.owner.token?.split('.')[0])
  const payload = { id: Number(waiting?.id) }
  await handler.deliver(own, { id: 0, kind: 'e_invoice', key: '', payload, attempts: 1 })
  await withSuperuser(books.app, async (client) => {
    await client.query(
      "UPDATE outbox_messages SET state = 'sending', attempts = 1 WHERE state = 'waiting' AND kind = 'e_invoice'",
    )
    await client.query("UPDATE outbox_directory SET due_at = now() WHERE due_at < now() + interval '1 hour'")
  })
  const none = { deliver: async () => ({ state: 'sent' as const }), afterCrash: 'ask' as const }
  const runner = createOutboxRunner({
    pool,
    handlers: {
      mail: none,
      delivery: none,
      recurring: none,
      deferral: none,
      reminder_day: none,
      report_mail: none,
      dry_close: none,
      e_invoice: handler,
      e_invoice_day: none,
      webhook: none,
    },
    tell: (error) => {
      throw error
    },
  })
  await runner.drain()
  await runner.stop()
  const [sent] = await stamped(id)
  expect(sent).toMatchObject({ state: 'accepted', xml: waiting?.xml })
  expect((await atPlatform()).filter((hash) => hash === waiting?.hash)).toHaveLength(1)
})

test('several servers send the waiting documents, each one once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => books.simplified()))
  for (const id of ids) expectOk(await books.issue(id))
  const { pool, eInvoicing } = books.app.app.services
  const none = { deliver: async () => ({ state: 'sent' as const }), afterCrash: 'ask' as const }
  const handlers = {
    mail: none,
    delivery: none,
    recurring: none,
    deferral: none,
    reminder_day: none,
    report_mail: none,
    dry_close: none,
    e_invoice: eInvoiceHandler(pool, eInvoicing),
    e_invoice_day: none,
    webhook: none,
  }
  const runners = [1, 2, 3].map(() => createOutboxRunner({ pool, handlers, tell: () => {} }))
  await Promise.all(runners.map((runner) => runner.drain()))
  await Promise.all(runners.map((runner) => runner.stop()))
  const known = await atPlatform()
  for (const id of ids) {
    const [document] = await stamped(id)
    expect(document?.state).toMatch(/^accepted/)
    expect(known.filter((hash) => hash === document?.hash)).toHaveLength(1)
  }
})
