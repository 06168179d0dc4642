import { expect, test } from 'vitest'
import { addDays } from '#ledger/calendar/calendar.ts'
import { createTestApp } from '../harness/api.ts'
import { callsOf, createOrganization, expectOk, invoiceBody, paymentBody, today } from '../harness/organization.ts'

// Random histories of invoices with retention against a model of their own: what is due and what is retained on every day.

const app = await createTestApp()

/** A repeatable sequence of whole numbers below a limit. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

// Whole amounts, so that the model needs no rounding.
type Event = { day: number; id: number; kind: 'payment' | 'release' | 'note'; amount: number }
type Invoice = { id: number; day: number; total: number; retained: number; isVoid: boolean; events: Event[] }

const span = 30
const first = addDays(today(), -span)
const dayOf = (day: number) => addDays(first, day)
const sumOf = (events: readonly Event[], kind: Event['kind'], day: number) =>
  events.filter((event) => event.kind === kind && event.day <= day).reduce((sum, { amount }) => sum + amount, 0)

function figuresOn({ day: from, total, retained, isVoid, events }: Invoice, day: number) {
  if (isVoid || day < from) return { due: 0, retained: 0 }
  const released = sumOf(events, 'release', day)
  const settled = sumOf(events, 'payment', day) + sumOf(events, 'note', day)
  return { due: total - retained + released - settled, retained: retained - released }
}
const leastDue = (invoice: Invoice, from: number) =>
  Math.min(...Array.from({ length: span - from + 1 }, (_, index) => figuresOn(invoice, from + index).due))

test.each([11, 47, 83])(
  'history %i: what is due and what is retained on every day are those of the model',
  async (seed) => {
    const owner = await createOrganization(app)
    const { post, get } = callsOf(owner)
    const random = randomOf(seed)
    const invoices: Invoice[] = []
    const issue = async () => {
      const day = random(span)
      const price = 100 * (1 + random(20))
      const [percent, basis] = [5 * (1 + random(4)), random(2) === 0 ? 'net' : 'gross']
      const date = dayOf(day)
      const items = [{ product_id: owner.ids.service, quantity: 20, price, tax_rate: 15 }]
      const terms = { retention_percent: percent, retention_basis: basis }
      const { id } = await post(
        '/invoices',
        invoiceBody(owner, { invoice_date: date, due_date: date, items, ...terms }),
      )
      const total = 23 * price
      const retained = ((basis === 'net' ? 20 * price : total) * percent) / 100
      invoices.push({ id, day, total, retained, isVoid: false, events: [] })
    }
    const isTaken = ({ status }: { status: number }, expected: boolean) => {
      expect(status).toBe(expected ? 200 : 422)
      return expected
    }
    const acts: ((invoice: Invoice, day: number) => Promise<void>)[] = [
      async (invoice, day) => {
        const amount = 1 + random(figuresOn(invoice, span).due + 200)
        const references = [{ reference_id: invoice.id, amount }]
        const body = { payment_date: dayOf(day), amount, references }
        const reply = await owner.post('/accounting/income-payments', paymentBody(owner, body))
        if (isTaken(reply, !invoice.isVoid && amount <= leastDue(invoice, day)))
          invoice.events.push({ kind: 'payment', day, amount, id: reply.body.data.id })
      },
      async (invoice, day) => {
        const amount = 1 + random(figuresOn(invoice, span).retained + 50)
        const reply = await owner.post(`/invoices/${invoice.id}/retention-releases`, { date: dayOf(day), amount })
        if (!isTaken(reply, !invoice.isVoid && amount <= figuresOn(invoice, span).retained)) return
        const { retention_moves } = await get(`/invoices/${invoice.id}`)
        const id = Math.max(...retention_moves.map((move: { id: number }) => move.id))
        invoice.events.push({ kind: 'release', day, amount, id })
      },
      async (invoice) => {
        const releases = invoice.events.filter(({ kind }) => kind === 'release')
        const release = releases[random(releases.length)]
        if (!release) return
        const reply = await owner.post(`/invoices/${invoice.id}/retention-releases/${release.id}/void`, {})
        if (isTaken(reply, release.amount <= leastDue(invoice, release.day)))
          invoice.events = invoice.events.filter((event) => event !== release)
      },
      async (invoice) => {
        const payments = invoice.events.filter(({ kind }) => kind === 'payment')
        const payment = payments[random(payments.length)]
        if (!payment) return
        expectOk(await owner.remove(`/accounting/income-payments/${payment.id}`))
        invoice.events = invoice.events.filter((event) => event !== payment)
      },
      async (invoice, day) => {
        const { due, retained } = figuresOn(invoice, span)
        const net = 20 * (1 + random(4))
        const amount = (net * 115) / 100
        // What is above all that is open would be the customer's credit: another rule.
        if (invoice.isVoid || (amount > due && retained === 0)) return
        const lines = [{ line_number: 1, amount: net }]
        const note = { note_date: dayOf(day), reason: 'خصم', lines }
        const reply = await owner.post(`/invoices/${invoice.id}/credit-note`, note)
        if (isTaken(reply, amount <= leastDue(invoice, day)))
          invoice.events.push({ kind: 'note', day, amount, id: reply.body.data.id })
      },
      async (invoice) => {
        if (invoice.isVoid || random(3) > 0) return
        const isFree = invoice.events.length === 0
        const reply = await owner.remove(`/invoices/${invoice.id}`)
        expect(reply.status).toBe(isFree ? 200 : 422)
        invoice.isVoid = isFree
      },
    ]
    for (let step = 0; step < 70; step++) {
      if (invoices.length < 3 || random(8) === 0) await issue()
      const invoice = invoices[random(invoices.length)] as Invoice
      const day = invoice.day + random(span - invoice.day + 1)
      await acts[random(acts.length)]?.(invoice, day)
    }
    for (let day = 0; day <= span; day += 3) {
      const to = dayOf(day)
      const expected = invoices.map((invoice) => ({ id: invoice.id, ...figuresOn(invoice, day) }))
      const { rows, difference } = await get(`/reports/retention-calendar?to=${to}`)
      const held = rows.flatMap(
        ({ link, figures }: { link: { query: { id?: number } }; figures: { remaining: number } }) =>
          link.query.id ? [[link.query.id, figures.remaining]] : [],
      )
      expect(new Map(held)).toEqual(
        new Map(expected.flatMap(({ id, retained }) => (retained > 0 ? [[id, retained]] : []))),
      )
      expect(difference ?? 0).toBe(0)
      const aged = await get(`/reports/aged-receivables?to=${to}`)
      const total = aged.rows.at(-1)?.figures.total ?? 0
      expect([day, total]).toEqual([day, expected.reduce((sum, { due }) => sum + due, 0)])
      expect(aged.difference ?? 0).toBe(0)
    }
  },
)
