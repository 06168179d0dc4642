import { afterAll, beforeAll, expect, test } from 'vitest'
import { eInvoiceFigures } from '#server/e-invoicing/watch-e-invoices.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// What the metrics say of e-invoicing: the oldest document that is not accepted, and the first certificate that ends.

let books: Phase2
beforeAll(async () => {
  books = await createPhase2()
})
afterAll(() => books.stop())

const hour = 3_600_000
async function read(at: Date = books.now()): Promise<[oldest: number, days: number]> {
  const figures = eInvoiceFigures(books.app.app.services.pool, () => at)
  return (await Promise.all(figures.map((figure) => figure.read()))) as [number, number]
}

test('the days to the end of the first certificate fall as time passes', async () => {
  const [, days] = await read()
  expect(days).toBeGreaterThan(300)
  const [, later] = await read(new Date(books.now().getTime() + 48 * hour))
  expect(days - later).toBeCloseTo(2, 1)
})

test('the age of the oldest document that is not accepted is counted from its issue', async () => {
  expect((await read())[0]).toBe(0)
  await books.control('POST', '/faults', { fault: 'status_503', call: 'clearance', times: 100 })
  await books.issue(await books.invoice())
  const [age] = await read(new Date(books.now().getTime() + 5 * hour))
  expect(age).toBeGreaterThanOrEqual(5 * 3_600)
  expect(age).toBeLessThan(6 * 3_600)
})

test('within five minutes the figures of before are answered, and after a failure they are asked again', async () => {
  let at = books.now()
  const { pool } = books.app.app.services
  let asked = 0
  const counting = new Proxy(pool, {
    get(target, name) {
      if (name === 'query')
        return (...given: unknown[]) => {
          asked++
          return (target.query as (...all: unknown[]) => unknown)(...given)
        }
      return Reflect.get(target, name)
    },
  })
  const [oldest] = eInvoiceFigures(counting, () => at)
  await oldest?.read()
  await oldest?.read()
  expect(asked).toBe(1)
  at = new Date(at.getTime() + 6 * 60_000)
  await oldest?.read()
  expect(asked).toBe(2)
})
