import { beforeEach, describe, expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import { callsOf, createOrganization, expectOk, idOf, invoiceBody, paymentBody } from '../harness/organization.ts'

// An amount whose use was reversed on a later day was used until then (accounting rule 1.4): it cannot be used again in
// between, because the advance or the open amount would be negative there. Both sides, each way of using an advance and
// settling a document. The invariants (0023, 0042) run after the file.

const app = await createTestApp({ now: () => new Date('2028-06-15T09:00:00Z') })
let owner = await createOrganization(app)
let { post, get } = callsOf(owner)
beforeEach(async () => {
  owner = await createOrganization(app)
  ;({ post, get } = callsOf(owner))
})
const [first, second, between, undone, after] = ['01', '02', '05', '10', '12'].map((day) => `2028-02-${day}`) as [
  string,
  string,
  string,
  string,
  string,
]
const service = (price: number) => ({
  items: [{ product_id: owner.ids.service, quantity: 1, price, tax_rate: 15 }],
  due_date: first,
})
const part = (reference_id: number, amount: number) => [{ reference_id, amount }]

/** One side of the books: 1,150 due, and a payment of it. */
const sales = {
  documents: '/invoices',
  payments: '/accounting/income-payments',
  note: 'credit-note',
  aged: 'aged-receivables',
  issue: () => idOf(owner.post('/invoices', invoiceBody(owner, { invoice_date: first, ...service(1000) }))),
  pay: (day: string, amount: number, references: object[] = []) =>
    owner.post(sales.payments, paymentBody(owner, { payment_date: day, amount, references })),
}
const purchases: typeof sales = {
  documents: '/bills',
  payments: '/accounting/expense-payments',
  note: 'supplier-credit',
  aged: 'aged-payables',
  issue: () => idOf(owner.post('/bills', billBody(owner, { bill_date: first, ...service(1000) }))),
  pay: (payment_date: string, amount: number, references: object[] = []) => {
    const { customer_id: _, ...body } = paymentBody(owner, { payment_date, amount, references })
    return owner.post(purchases.payments, { ...body, supplier_id: owner.ids.supplier })
  },
}

describe.each([
  ['sales', sales, purchases],
  ['purchases', purchases, sales],
])('%s', (name, own, other) => {
  /** 500 paid on the first settle a document until the tenth; then 500 are an advance, and 1,150 are due. */
  async function freed() {
    const document = await own.issue()
    const payment = await idOf(own.pay(first, 500, part(document, 500)))
    await post(`${own.payments}/${payment}/unallocate`, { reference_id: document, date: undone })
    return { document, payment: `${own.payments}/${payment}` }
  }
  /** Only a supplier's credit carries a number that is not ours. */
  const ownNumber = name === 'sales' ? {} : { note_number: 'N-1' }
  const uses = {
    allocate: (amount: number, day: string, at: string, to: number) =>
      owner.post(`${at}/allocate`, { references: part(to, amount), date: day }),
    refund: (amount: number, day: string, at: string) =>
      owner.post(`${at}/refund`, { refund_date: day, amount, payment_method_id: owner.ids.method }),
    'give up': async (amount: number, day: string, at: string) =>
      owner.post(`${at}/refund`, { refund_date: day, amount, account_id: await accountId('420101') }),
  }
  test.each([
    ['allocate', 'date'],
    ['refund', 'refund_date'],
    ['give up', 'refund_date'],
  ] as const)('an advance whose use was reversed on a day is available from that day: %s', async (use, field) => {
    const { payment } = await freed()
    const another = await own.issue()
    const refused = await uses[use](500, between, payment, another)
    expect([refused.status, refused.headers.refusal]).toEqual([422, 'used_until'])
    const said = `Until ${undone} it was still used or settled elsewhere: choose that day or a later one`
    expect(refused.body.errors).toEqual({ [field]: said })
    expectOk(await uses[use](500, undone, payment, another))
    expect((await get(payment)).remaining).toBe(0)
  })

  test('the part of a payment that was never used is available on every day', async () => {
    const document = await own.issue()
    const payment = `${own.payments}/${await idOf(own.pay(first, 800, part(document, 500)))}`
    await post(`${payment}/unallocate`, { reference_id: document, date: undone })
    const another = await own.issue()
    expect((await uses.allocate(300.01, between, payment, another)).headers.refusal).toBe('used_until')
    expectOk(await uses.allocate(300, between, payment, another))
    expect((await uses.refund(0.01, between, payment)).headers.refusal).toBe('used_until')
    expectOk(await uses.refund(500, after, payment))
  })

  test('a refund that was reversed later uses the advance until then', async () => {
    const payment = `${own.payments}/${await idOf(own.pay(first, 500))}`
    expectOk(await uses.refund(400, second, payment))
    const [{ id }] = (await get(payment)).refunds
    expectOk(await owner.remove(`${payment}/refunds/${id}?date=${undone}`))
    const document = await own.issue()
    expect((await uses.allocate(100.01, between, payment, document)).body.errors).toHaveProperty('date')
    expectOk(await uses.allocate(100, between, payment, document))
    expectOk(await uses.allocate(400, undone, payment, document))
  })

  test('a document whose settlement was reversed on a day is open from that day', async () => {
    const document = await own.issue()
    const whole = `${own.payments}/${await idOf(own.pay(first, 1150, part(document, 1150)))}`
    await post(`${whole}/unallocate`, { reference_id: document, date: undone })
    const fresh = `${own.payments}/${await idOf(own.pay(second, 500))}`
    const written = { amount: 5, reason: 'فرق' }
    const settled = { code: 'used_until', date: undone }
    const setOff = async (set_off_date: string) => {
      const [mine, theirs] = [part(document, 7), part(await other.issue(), 7)]
      const [receivables, payables] = name === 'sales' ? [mine, theirs] : [theirs, mine]
      const parties = { customer_id: owner.ids.customer, supplier_id: owner.ids.supplier }
      const at = { set_off_date, branch_id: owner.ids.branch, currency_id: 1, ...parties }
      return owner.post('/accounting/set-offs', { ...at, receivables, payables })
    }
    const ways = [
      (day: string) => uses.allocate(500, day, fresh, document),
      (day: string) => owner.post(`${own.documents}/${document}/write-off`, { write_off_date: day, ...written }),
      setOff,
      (day: string) =>
        owner.post(`${own.documents}/${document}/${own.note}`, {
          note_date: day,
          reason: 'خصم',
          lines: [{ line_number: 1, amount: 10 }],
          ...ownNumber,
        }),
    ]
    for (const way of ways) {
      const { headers, body } = await way(between)
      const [said] = Object.values(body.errors ?? {})
      expect({ code: headers.refusal, date: String(said).slice(6, 16) }).toEqual(settled)
      expectOk(await way(undone))
    }
    // A voucher has the day of its money: it is saved without the document, which takes its part later.
    const refused = await own.pay(between, 100, part(document, 100))
    const said = `It was settled until ${undone}: save without it, then allocate the amount on that day or later`
    expect(refused.body.errors).toEqual({ 'references.0.reference_id': said })
    const late = `${own.payments}/${await idOf(own.pay(between, 100))}`
    expectOk(await uses.allocate(100, undone, late, document))
    expect((await get(`${own.documents}/${document}`)).remaining_amount).toBe(1150 - 500 - 5 - 7 - 11.5 - 100)
  })

  test('the same applies to a reversed write-off', async () => {
    const document = await own.issue()
    const path = `${own.documents}/${document}`
    await post(`${path}/write-off`, { write_off_date: second, amount: 1000, reason: 'تعذر التحصيل' })
    const [{ id }] = (await get(path)).write_offs
    expectOk(await owner.remove(`${path}/write-offs/${id}?date=${undone}`))
    const payment = `${own.payments}/${await idOf(own.pay(first, 1150))}`
    expect((await uses.allocate(150.01, between, payment, document)).headers.refusal).toBe('used_until')
    expectOk(await uses.allocate(150, between, payment, document))
    expectOk(await uses.allocate(1000, undone, payment, document))
  })

  test('a document that was settled for some days keeps its party and its currency', async () => {
    const [party, list] = name === 'sales' ? ['customer_id', '/customers'] : ['supplier_id', '/suppliers']
    const another = await idOf(
      owner.post(list, { name: 'آخر', email: 'o@example.sa', type: 'company', status: 'active' }),
    )
    expectOk(await owner.post('/currencies/3/rate', { rate: '4.1' }))
    const change = async (document: number, changed: object) => {
      const { tax_id, ...kept } = await get(`${own.documents}/${document}`)
      const body = name === 'sales' ? invoiceBody(owner) : billBody(owner)
      const number = name === 'sales' ? { invoice_number: kept.invoice_number } : { bill_number: kept.bill_number }
      const day = name === 'sales' ? { invoice_date: first } : { bill_date: first }
      return owner.post(`${own.documents}/${document}`, {
        ...body,
        ...number,
        ...day,
        ...service(1000),
        tax_id,
        ...changed,
      })
    }
    const said = `It was settled until ${undone} as it stands: delete it and enter another instead`
    const { document } = await freed()
    expect((await change(document, { [party]: another })).body.errors).toEqual({ [party]: said })
    expect((await change(document, { currency_id: 3 })).body.errors).toEqual({ currency_id: said })
    expectOk(await change(document, service(900)))
    // A reversal on its own day means that nothing was settled on any day.
    const free = await own.issue()
    const payment = `${own.payments}/${await idOf(own.pay(first, 500, part(free, 500)))}`
    await post(`${payment}/unallocate`, { reference_id: free })
    expectOk(await change(free, { [party]: another, currency_id: 3 }))
  })

  test('voiding a voucher removes its reversed allocations: the ageing equals the control account on every day', async () => {
    for (const goes of ['void', 'corrected', 'reversed between', 'reversed after'] as const) {
      const { payment } = await freed()
      const { payment_number } = await get(payment)
      if (goes === 'void') expectOk(await owner.remove(payment))
      else if (goes === 'corrected') await correct(payment, payment_number)
      else await post(`${payment}/reverse`, { date: goes === 'reversed after' ? after : between, reason: 'خطأ' })
      for (const day of [first, between, undone, after])
        expect(((await get(`/reports/${own.aged}?to=${day}`)) as Sheet).difference, `${goes} ${day}`).toBe(0)
    }
  })
  /** Twice: what was mirrored once is not mirrored again. */
  async function correct(path: string, payment_number: string) {
    for (const amount of [600, 700]) {
      const { customer_id, ...body } = paymentBody(owner, { payment_number, payment_date: first, amount })
      const party = name === 'sales' ? { customer_id } : { supplier_id: owner.ids.supplier }
      await post(path, { ...body, ...party })
    }
  }

  test('the same applies to a note', async () => {
    const [document, another] = [await own.issue(), await own.issue()]
    expectOk(await own.pay(first, 1150, part(document, 1150)))
    const asked = { note_date: second, reason: 'خصم', lines: [{ line_number: 1, amount: 100 }], ...ownNumber }
    const { id } = await post(`${own.documents}/${document}/${own.note}`, asked)
    const note = `/${own.note}s/${id}`
    await post(`${note}/allocate`, { references: part(another, 115), date: second })
    await post(`${note}/unallocate`, { reference_id: another, date: undone })
    expect((await uses.refund(115, between, note)).body.errors).toHaveProperty('refund_date')
    expectOk(await owner.remove(note))
    for (const day of [second, between, undone])
      expect(((await get(`/reports/${own.aged}?to=${day}`)) as Sheet).difference, day).toBe(0)
  })
})

test('the same applies to a customs declaration', async () => {
  const agent = await idOf(owner.post('/suppliers', { ...(await bodies.suppliers(owner)) }))
  const body = { ...(await bodies.customsDeclarations(owner)), declaration_date: first, due_date: first }
  const declaration = await idOf(owner.post('/customs-declarations', body))
  const payment = `${purchases.payments}/${await idOf(purchases.pay(first, 50, part(declaration, 50)))}`
  await post(`${payment}/unallocate`, { reference_id: declaration, date: undone })
  const path = `/customs-declarations/${declaration}`
  expect((await owner.post(path, { ...body, supplier_id: agent })).headers.refusal).toBe('settled_then')
  expectOk(await owner.post(path, { ...body, duty: '60' }))
})

test('refusals have Arabic text as well', async () => {
  const document = await sales.issue()
  const payment = `${sales.payments}/${await idOf(sales.pay(first, 500, part(document, 500)))}`
  await post(`${payment}/unallocate`, { reference_id: document, date: undone })
  const body = { refund_date: between, amount: 500, payment_method_id: owner.ids.method }
  const refused = await owner.ask('POST', `${payment}/refund`, { body, language: 'ar' })
  expect(refused.body.errors.refund_date).toContain(`حتى ${undone}`)
})

async function accountId(wanted: string) {
  const chart = (await get('/accounting/accounts/list')) as { id: number; number: string }[]
  return chart.find(({ number }) => number === wanted)?.id
}
