import { expect, test } from 'vitest'
import type { Sheet } from '#contract/reports/sheet.ts'
import { createTestApp } from '../harness/api.ts'
import { billBody, bodies } from '../harness/bodies.ts'
import {
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  paymentBody,
} from '../harness/organization.ts'
import { dayNumber, dayText, type Sold, weeksByHand } from './forecast-by-hand.ts'

// A year of sales and purchases, drawn, and its forecast of each week against arithmetic that knows only what was drawn.

const year = 2032
const today = `${year}-12-26`
const first = dayNumber(`${year}-01-04`)

test('the forecast of each week of a year, and how it is graded, are what a second program computes', async () => {
  const owner = await createOrganization(await createTestApp({ now: () => new Date(`${today}T09:00:00Z`) }))
  let state = 7
  const draw = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
  const parties = {
    in: [owner.ids.customer, await idOf(owner.post('/customers', await bodies.customers(owner)))],
    out: [owner.ids.supplier],
  }
  const sold = drawnYear(draw, parties)
  await enter(owner, sold)
  const typed = { first: `${year}-02-17`, amount: 123_456 }
  expectOk(
    await owner.post('/accounting/forecast-rows', {
      name: 'رواتب',
      direction: 'out',
      kind: 'wages',
      amount: typed.amount / 100,
      first_on: typed.first,
      repeats: 'month',
      status: 'active',
    }),
  )
  const halalas = (figure: number | null | undefined) => Math.round((figure ?? 0) * 100)
  let graded = 0
  for (let at = first; at <= dayNumber(today); at += 7) {
    const sheet = expectOk(await owner.get(`/reports/cash-forecast?to=${dayText(at)}`)).body.data as Sheet
    const weeks = sheet.rows.filter(({ key }) => key.startsWith('week:'))
    const byHand = weeksByHand(sold, typed, at, dayNumber(today))
    expect(weeks).toHaveLength(13)
    for (const [index, { figures }] of weeks.entries()) {
      const { came, ...own } = byHand[index] as (typeof byHand)[number]
      const said = `${dayText(at)} week ${index + 1}`
      for (const [name, amount] of Object.entries(own)) expect(halalas(figures[name]), `${said} ${name}`).toBe(amount)
      if (came === null) {
        expect(figures.came, said).toBeUndefined()
        continue
      }
      expect([halalas(figures.came), halalas(figures.missed)], said).toEqual([came, came - own.closing])
      graded++
    }
  }
  expect(graded).toBeGreaterThan(500)
})

type Parties = Record<Sold['side'], number[]>

/** Forty documents, one in any eight days, so that the latest of a party are in one order; most of them are paid, in parts. */
function drawnYear(draw: (below: number) => number, parties: Parties): Sold[] {
  const sold: Sold[] = []
  for (let made = 0; made < 40; made++) {
    const side = made % 4 === 3 ? 'out' : 'in'
    const on = first + made * 8 + draw(8)
    const party = parties[side][draw(parties[side].length)] as number
    const total = 10_000 + draw(90_000)
    const due = on + draw(31)
    const days = [on + draw(30), on + 30 + draw(60)].filter((day) => day <= dayNumber(today))
    const part = Math.floor(total / (2 + draw(3)))
    const paid = days.map((day, index): [number, number] => [day, index === 0 ? part : total - part])
    sold.push({ side, party, on, due, total, paid: draw(5) === 0 ? paid.slice(0, 1) : paid })
  }
  return sold
}

async function enter(owner: Organization, sold: readonly Sold[]): Promise<void> {
  for (const { side, party, on, due, total, paid } of sold) {
    const items = [{ product_id: owner.ids.service, quantity: 1, price: total / 100, tax_rate: 0 }]
    const shared = { tax_id: owner.ids.zeroTax, due_date: dayText(due), items }
    const id =
      side === 'in'
        ? await idOf(
            owner.post('/invoices', invoiceBody(owner, { ...shared, invoice_date: dayText(on), customer_id: party })),
          )
        : await idOf(owner.post('/bills', billBody(owner, { ...shared, bill_date: dayText(on), supplier_id: party })))
    for (const [day, halalas] of paid) {
      const amount = halalas / 100
      const { customer_id: _, ...body } = paymentBody(owner, {
        payment_date: dayText(day),
        amount,
        references: [{ reference_id: id, amount }],
      })
      const way = side === 'in' ? 'income' : 'expense'
      const who = side === 'in' ? { customer_id: party } : { supplier_id: party }
      expectOk(await owner.post(`/accounting/${way}-payments`, { ...body, ...who }))
    }
  }
}
