import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { invoiceHash } from '#server/e-document/hash.ts'
import { readQr } from '#server/e-document/qr.ts'
import { callsOf, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// Issuing in phase 2: the stamp belongs to the transaction that issues, a standard invoice is cleared before it is handed over.

let books: Phase2
beforeAll(async () => {
  books = await createPhase2()
})
afterEach(async () => {
  await books.control('DELETE', '/faults')
  await books.control('POST', '/clearance', { is_on: true })
})
afterAll(() => books.stop())

const fault = (name: string, call: string, times = 1) => books.control('POST', '/faults', { fault: name, call, times })
const shown = async (id: number) => await callsOf(books.owner).get(`/invoices/${id}`)
const stamped = async () =>
  withSuperuser(books.app, async (client) => {
    const { rows } = await client.query('SELECT * FROM e_documents ORDER BY unit_id, icv')
    return rows as {
      icv: string
      hash: string
      previous_hash: string
      document_id: number
      state: string
      attempt: number
      xml: string
    }[]
  })
const entries = () =>
  withSuperuser(
    books.app,
    async (client) => (await client.query('SELECT count(*)::int AS count FROM journal_entries')).rows[0].count,
  )

describe('fine weather', () => {
  test('issuing a standard invoice clears it, and it shows the code of the cleared document', async () => {
    const id = await books.invoice()
    expect((await shown(id)).qr).toBeNull()
    const { data } = expectOk(await books.issue(id)).body
    expect(data.e_document).toMatchObject({ audience: 'standard', attempt: 1, errors: [] })
    expect(data.e_document.state).toMatch(/^accepted/)
    expect(readQr(data.qr)?.length).toBe(9)
  })
  test('a simplified invoice is stamped at once and reported later', async () => {
    const id = await books.simplified()
    const { data } = expectOk(await books.issue(id)).body
    expect(data.e_document).toMatchObject({ audience: 'simplified' })
    expect(readQr(data.qr)?.length).toBe(9)
    await books.app.app.services.outbox.drain()
    expect((await shown(id)).e_document.state).toMatch(/^accepted/)
  })
  test('issuing twice stamps once', async () => {
    const id = await books.simplified()
    const first = expectOk(await books.issue(id)).body.data.e_document.id
    expect(expectOk(await books.issue(id)).body.data.e_document.id).toBe(first)
  })
  test('notes and advance invoices are stamped too, and a note only after the document it corrects', async () => {
    const { post } = callsOf(books.owner)
    const invoice = await books.invoice()
    const body = {
      note_date: (await shown(invoice)).invoice_date,
      reason: 'إرجاع',
      lines: [{ line_number: 1, amount: 10 }],
    }
    const note = (await post(`/invoices/${invoice}/credit-note`, body)).id
    expect((await books.issue(note, '/credit-notes')).headers.refusal).toBe('e_invoice_earlier_first')
    expectOk(await books.issue(invoice))
    const { data } = expectOk(await books.issue(note, '/credit-notes')).body
    expect(data.e_document.state).toMatch(/^accepted/)
    const date = (await shown(invoice)).invoice_date
    const advance = await post('/advance-invoices', {
      invoice_number: 'ADV-P2',
      invoice_date: date,
      due_date: date,
      customer_id: books.company,
      branch_id: books.owner.ids.branch,
      currency_id: books.owner.ids.currency,
      tax_id: books.owner.ids.tax,
      items: [{ product_id: books.owner.ids.service, quantity: 1, price: 400, tax_rate: 15 }],
    })
    expect(expectOk(await books.issue(advance.id, '/advance-invoices')).body.data.e_document.state).toMatch(/^accepted/)
    const final = await books.invoice({ advances: [{ advance_id: advance.id, amount: 400 }] })
    expect(expectOk(await books.issue(final)).body.data.e_document.state).toMatch(/^accepted/)
  })
  test('the downloaded XML is the XML that was sent, alone and inside the PDF', async () => {
    const id = await books.invoice()
    expect((await books.owner.get(`/invoices/${id}/pdf`)).headers.refusal).toBe('e_invoice_not_issued')
    expect((await books.owner.get(`/invoices/${id}/xml`)).headers.refusal).toBe('e_invoice_not_issued')
    expectOk(await books.issue(id))
    const xml = expectOk(await books.owner.get(`/invoices/${id}/xml`))
    expect(xml.headers['content-type']).toBe('application/xml')
    const own = (await stamped()).find(({ document_id }) => Number(document_id) === id)
    expect(invoiceHash(String(xml.body))).toBe(own?.hash)
    const pdf = await books.app.app.inject({
      url: `/api/invoices/${id}/pdf`,
      headers: { authorization: `Bearer ${books.owner.token}` },
    })
    expect(pdf.statusCode).toBe(200)
    expect(pdf.rawPayload.toString('latin1')).toContain('/EmbeddedFile')
  })
})

describe('confirming', () => {
  const body = (customer_id: number) => ({
    ...invoiceBody(books.owner, { customer_id }),
    invoice_date: day(),
    due_date: day(),
  })
  const day = () => new Date(books.now().getTime() + 108e5).toISOString().slice(0, 10)
  test('refuses what the authority would reject, each reason on its field, and saves it as a draft', async () => {
    const own = body(books.owner.ids.customer)
    const before = await entries()
    const reply = await books.owner.post('/invoices', own)
    expect([reply.status, reply.headers.refusal]).toEqual([422, 'e_invoice_refused'])
    expect(reply.body.errors.customer_id).toContain("A standard invoice needs the customer's address")
    expect(await entries()).toBe(before)
    const { id } = expectOk(await books.owner.post('/invoices', { ...own, status: 'draft' })).body.data
    const confirmed = await books.owner.post(`/invoices/${id}`, { ...own, status: 'confirmed' })
    expect(confirmed.headers.refusal).toBe('e_invoice_refused')
    expect(await shown(id)).toMatchObject({ status: 'draft' })
  })
  test('refuses a correction of a posted invoice that the authority would reject', async () => {
    const id = await books.invoice()
    const { invoice_number } = await shown(id)
    const reply = await books.owner.post(`/invoices/${id}`, { ...body(books.owner.ids.customer), invoice_number })
    expect(reply.body.errors).toHaveProperty('customer_id')
    expect(await shown(id)).toMatchObject({ customer_id: books.company })
  })
  test('refuses a note on an own invoice that the authority would reject, and posts nothing', async () => {
    const { id } = await books.unissuable()
    const before = await entries()
    const note = { note_date: day(), reason: 'إرجاع', lines: [{ line_number: 1, amount: 10 }] }
    for (const action of ['credit-note', 'debit-note']) {
      const reply = await books.owner.post(`/invoices/${id}/${action}`, note)
      expect([reply.status, reply.headers.refusal]).toEqual([422, 'e_invoice_refused'])
    }
    expect(await entries()).toBe(before)
  })
  test('a sale to a private person needs no address', async () => {
    expectOk(await books.owner.post('/invoices', body(books.individual)))
  })
})

describe('a note on an invoice of another system', () => {
  const body = (change: object = {}) => {
    const { ids } = books.owner
    const day = new Date(books.now().getTime() + 108e5).toISOString().slice(0, 10)
    return {
      reference_number: 'OLD-17',
      reference_date: '2026-01-15',
      note_date: day,
      reason: 'خصم متفق عليه',
      reason_code: 'value_amended',
      customer_id: books.company,
      branch_id: ids.branch,
      currency_id: ids.currency,
      tax_id: ids.tax,
      items: [{ product_id: ids.service, quantity: 1, price: 100, tax_rate: 15 }],
      ...change,
    }
  }
  test.each(['credit-notes', 'debit-notes'])('is cleared with that number in its XML: %s', async (path) => {
    const { id } = expectOk(await books.owner.post(`/${path}`, body())).body.data
    const { data } = expectOk(await books.issue(id, `/${path}`)).body
    expect(data.e_document.state).toMatch(/^accepted/)
    const xml = String((await books.owner.get(`/${path}/${id}/xml`)).body)
    expect(xml).toMatch(/<cac:BillingReference>\s*<cac:InvoiceDocumentReference>\s*<cbc:ID>OLD-17<\/cbc:ID>/)
  })
  test('is refused where the authority would reject it', async () => {
    const reply = await books.owner.post('/credit-notes', body({ customer_id: books.owner.ids.customer }))
    expect(reply.headers.refusal).toBe('e_invoice_refused')
  })
})

describe('the form of a sale', () => {
  const asked = (change: object = {}) => {
    const { ids } = books.owner
    const given = { branch_id: ids.branch, customer_id: books.company, currency_id: ids.currency, date: '2026-11-25' }
    return `/e-invoicing/heads?${new URLSearchParams({ ...given, ...change } as never)}`
  }
  test('gets seller, branch and buyer as the paper prints them, and the rate of the day', async () => {
    const heads = await callsOf(books.owner).get(asked())
    expect(heads).toMatchObject({
      applies: true,
      exchange_rate: '1',
      organization: { tax_number: '310122393500003' },
      party: { id: books.company, street: 'شارع التحلية', tax_number: '311111111100003', type: 'company' },
    })
  })
  test('refuses an unknown customer and an unknown branch on their fields', async () => {
    const reply = await books.owner.get(asked({ customer_id: 999_999, branch_id: 999_999 }))
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['customer_id', 'branch_id']])
  })
})

describe('the chain', () => {
  test('ten concurrent issues make one chain without a gap, each with the previous hash', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => books.simplified()))
    const answers = await Promise.all(ids.map((id) => books.issue(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const all = await stamped()
    expect(all.map(({ icv }) => Number(icv))).toEqual(all.map((_, index) => index + 1))
    for (const [index, { previous_hash }] of all.entries())
      if (index > 0) expect(previous_hash).toBe(all[index - 1]?.hash)
  })
  test('a refused document takes no position in the chain', async () => {
    const before = (await stamped()).length
    // A company without an address may get no standard invoice.
    const { id } = await books.unissuable()
    const reply = await books.issue(id)
    expect(reply.status).toBe(422)
    expect(reply.headers.refusal).toBe('e_invoice_refused')
    expect(reply.body.message).toContain("A standard invoice needs the customer's address")
    expect((await stamped()).length).toBe(before)
    expect((await shown(id)).locked_because).toBeNull()
    // The page shows the same before the user tries.
    const verdict = await callsOf(books.owner).get(`/invoices/${id}/verdict`)
    expect(verdict.light).toBe('red')
    expect(verdict.issues).toContainEqual(
      expect.objectContaining({ rule: 'BR-10', severity: 'error', path: 'buyer.address' }),
    )
  })
  test('a correction of master data is in the XML and on the paper issued after it', async () => {
    const { id, customer_id, customer: party } = await books.unissuable()
    expect((await books.issue(id)).headers.refusal).toBe('e_invoice_refused')
    const address = { street: 'شارع العروبة', building_number: '4321', district: 'الورود', postal_code: '12254' }
    expectOk(await books.owner.post(`/customers/${customer_id}`, { ...party, ...address, city_id: 1, country_id: 1 }))
    const { data } = expectOk(await books.issue(id)).body
    expect(data.e_document.state).toMatch(/^accepted/)
    expect(data.customer.address).toContain('شارع العروبة')
    expect(String((await books.owner.get(`/invoices/${id}/xml`)).body)).toContain('شارع العروبة')
    // A later change of a name leaves the issued document as it is.
    expectOk(
      await books.owner.post(`/customers/${customer_id}`, {
        ...party,
        ...address,
        street: 'شارع آخر',
        city_id: 1,
        country_id: 1,
      }),
    )
    expect((await shown(id)).customer.address).toContain('شارع العروبة')
  })
  test('a rejected invoice may be corrected, and the next attempt sends the correction', async () => {
    const id = await books.invoice()
    await books.control('POST', '/faults', { fault: 'rejected', call: 'clearance' })
    expectOk(await books.issue(id))
    const before = await shown(id)
    const body = {
      invoice_number: before.invoice_number,
      invoice_date: before.invoice_date,
      due_date: before.due_date,
      customer_id: books.company,
      branch_id: books.owner.ids.branch,
      currency_id: books.owner.ids.currency,
      tax_id: books.owner.ids.tax,
      items: [{ product_id: books.owner.ids.service, quantity: 2, price: 300, tax_rate: 15 }],
    }
    expectOk(await books.owner.post(`/invoices/${id}`, body))
    expect(await shown(id)).toMatchObject({ total: 690, qr: null, awaits_stamp: true })
    const { data } = expectOk(await books.issue(id)).body
    expect(data).toMatchObject({ awaits_stamp: false, e_document: { attempt: 2 } })
    expect(String((await books.owner.get(`/invoices/${id}/xml`)).body)).toContain('>690.00<')
  })
  test('issues nothing while the clock is behind the last issue', async () => {
    const [first, second] = [await books.simplified(), await books.simplified()]
    expectOk(await books.issue(first))
    const now = books.now()
    books.at(new Date(now.getTime() - 60_000))
    expect((await books.issue(second)).headers.refusal).toBe('e_invoice_clock_behind')
    books.at(new Date(now.getTime() + 1_000))
    expectOk(await books.issue(second))
  })
  test('the database refuses to change a stamped document', async () => {
    await withSuperuser(books.app, async (client) => {
      await expect(client.query("UPDATE e_documents SET xml = 'x'")).rejects.toThrow(/append-only/)
      await expect(client.query('DELETE FROM e_documents')).rejects.toThrow(/append-only/)
      await expect(client.query('UPDATE e_invoice_units SET counter = 0, last_hash = NULL')).rejects.toThrow(
        /never moves back/,
      )
    })
  })
})

describe('bad weather', () => {
  test('recovers an answer lost after acceptance by sending the same bytes, without a duplicate', async () => {
    const id = await books.invoice()
    await fault('lost_answer', 'clearance')
    const { data } = expectOk(await books.issue(id)).body
    expect(data.e_document.state).toBe('unknown')
    expect(data.qr).toBeNull()
    expect((await books.owner.get(`/invoices/${id}/pdf`)).headers.refusal).toBe('e_invoice_not_cleared')
    expectOk(await books.owner.post(`/e-invoicing/documents/${data.e_document.id}/retry`))
    const after = await shown(id)
    expect(after.e_document).toMatchObject({ state: 'accepted', attempt: 1 })
    expect(after.qr).not.toBeNull()
  })
  test('the page behind a link says neither number, day nor amount before clearance', async () => {
    const id = await books.invoice()
    const { invoice_number } = await shown(id)
    await fault('lost_answer', 'clearance')
    const { link } = await callsOf(books.owner).post(`/invoices/${id}/deliveries`, { channel: 'link', language: 'ar' })
    const read = async () => (await books.app.app.inject({ url: `/api/shared/${link.split('/p/')[1]}` })).json().data
    const before = await read()
    expect(before).toMatchObject({
      has_paper: false,
      number: null,
      date: null,
      due_date: null,
      total: null,
      remaining: null,
    })
    expect([before.bank_accounts, JSON.stringify(before).includes(invoice_number)]).toEqual([[], false])
    const { e_document } = await shown(id)
    expectOk(await books.owner.post(`/e-invoicing/documents/${e_document.id}/retry`, {}))
    expect(await read()).toMatchObject({ has_paper: true, number: invoice_number, total: 1150 })
  })
  test('a cleared invoice whose file did not come is not handed over, is watched, and comes out once it does', async () => {
    const id = await books.invoice()
    await fault('without_xml', 'clearance')
    const { data } = expectOk(await books.issue(id)).body
    expect([data.e_document.state, data.qr]).toEqual(['cleared_without_xml', null])
    for (const path of ['pdf', 'xml'])
      expect((await books.owner.get(`/invoices/${id}/${path}`)).headers.refusal).toBe('e_invoice_xml_missing')
    const one = `/e-invoicing/documents/${data.e_document.id}`
    expect((await books.owner.get(`${one}/xml`)).headers.refusal).toBe('e_invoice_xml_missing')
    expect((await callsOf(books.owner).get('/reports/home')).attention.xml_missing_e_invoices).toBe(1)
    // A clearance that is known is not changed by a later answer.
    for (const name of ['without_xml', 'status_503']) {
      await fault(name, 'clearance')
      expectOk(await books.owner.post(`${one}/retry`, {}))
      expect((await shown(id)).e_document.state).toBe('cleared_without_xml')
      await books.control('DELETE', '/faults')
    }
    expectOk(await books.owner.post(`${one}/retry`, {}))
    const now = await shown(id)
    expect([now.e_document.state, now.e_document.errors]).toEqual(['accepted', []])
    expect(readQr(now.qr)?.length).toBe(9)
    expectOk(await books.owner.get(`/invoices/${id}/xml`))
  })
  test('with clearance switched off a standard invoice is reported', async () => {
    await books.control('POST', '/clearance', { is_on: false })
    const { data } = expectOk(await books.issue(await books.invoice())).body
    expect(data.e_document.state).toMatch(/^accepted/)
    expect(data.qr).not.toBeNull()
  })
  test('a rejected document keeps the e-invoicing step of its month open, and not that of the month before', async () => {
    await fault('rejected', 'clearance')
    const { data } = expectOk(await books.issue(await books.invoice())).body
    const stepOf = async (date: string) => {
      const { steps } = expectOk(await books.owner.get(`/accounting/month-close?date=${date}`)).body.data
      return (steps as { name: string; count: number }[]).find(({ name }) => name === 'e_invoices')?.count
    }
    const issued = data.e_document.issue_date as string
    expect(await stepOf(issued)).toBeGreaterThan(0)
    expect(await stepOf(addDays(`${issued.slice(0, 7)}-01`, -1))).toBe(0)
  })
  test('a rejected document can be corrected and issued again at the next position of the chain, with one entry', async () => {
    const id = await books.invoice()
    const before = await entries()
    for (const attempt of [1, 2]) {
      await fault('rejected', 'clearance')
      const { data } = expectOk(await books.issue(id)).body
      expect(data).toMatchObject({ qr: null, locked_because: null, e_document: { state: 'rejected', attempt } })
      expect(data.e_document.errors.length).toBeGreaterThan(0)
      expect((await books.owner.get(`/invoices/${id}/xml`)).headers.refusal).toBe('e_invoice_rejected')
    }
    const { data } = expectOk(await books.issue(id)).body
    expect(data.e_document).toMatchObject({ attempt: 3 })
    expect(data.e_document.state).toMatch(/^accepted/)
    expect(await entries()).toBe(before)
    const own = (await stamped()).filter(({ document_id }) => Number(document_id) === id)
    expect(own.map(({ state }) => state.replace(/_with_warnings/, ''))).toEqual(['rejected', 'rejected', 'accepted'])
  })
  test('a document without an answer does not delay the others', async () => {
    await fault('status_503', 'clearance')
    const slow = expectOk(await books.issue(await books.invoice())).body.data
    expect(slow.e_document.state).toBe('unknown')
    expect(expectOk(await books.issue(await books.invoice())).body.data.e_document.state).toMatch(/^accepted/)
    expectOk(await books.owner.post(`/e-invoicing/documents/${slow.e_document.id}/retry`))
  })
  test('a certificate that is not accepted leaves the document waiting and notifies the user', async () => {
    await fault('status_401', 'clearance')
    const { data } = expectOk(await books.issue(await books.invoice())).body
    expect(data.e_document.state).toBe('waiting')
    const { get } = callsOf(books.owner)
    expect(await get('/e-invoicing/summary')).toMatchObject({ is_refused: true, counts: { waiting: 1 } })
    await withSuperuser(books.app, (client) => client.query('UPDATE outbox_directory SET due_at = now()'))
    await books.app.app.services.outbox.drain()
    expect(await get('/e-invoicing/summary')).toMatchObject({ is_refused: false, counts: { waiting: 0, unknown: 0 } })
  })
})
