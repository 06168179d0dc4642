import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

const never = new AbortController().signal
const settled = async (promise: Promise<unknown>) => {
  const waiting = Symbol()
  const first = await Promise.race([
    promise.then(
      () => 'in',
      () => 'refused',
    ),
    Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => waiting),
  ])
  return first === waiting ? 'waits' : first
}

test('a request runs at once while there is room, then waits in its tenant queue, and is refused when that is full', async () => {
  const admission = createAdmission({ running: 4, waiting: 5, waitingOfTenant: 3 })
  const asked = Array.from({ length: 8 }, () => admission.enter(1, never))
  const states = await Promise.all(asked.map(settled))
  // One tenant runs three of four at once.
  expect(states).toEqual(['in', 'in', 'in', 'waits', 'waits', 'waits', 'refused', 'refused'])
  expect(await settled(admission.enter(2, never))).toBe('in')
  const second = [admission.enter(2, never), admission.enter(2, never), admission.enter(2, never)]
  expect(await Promise.all(second.map(settled))).toEqual(['waits', 'waits', 'refused'])
})

test('a finished request makes room for the next tenant in turn, not for the longest queue', async () => {
  const admission = createAdmission({ running: 2, waiting: 100, waitingOfTenant: 100 })
  const order: number[] = []
  const ask = (tenant: number) => admission.enter(tenant, never).then(() => void order.push(tenant))
  for (const tenant of [1, 1, 1, 1, 1, 1, 2, 3]) ask(tenant)
  await new Promise(setImmediate)
  expect(order).toEqual([1, 1])
  for (const tenant of [1, 1, 2, 3]) {
    admission.leave(tenant)
    await new Promise(setImmediate)
  }
  expect(order.slice(2).sort()).toEqual([1, 1, 2, 3])
  expect(order.slice(2, 5)).toEqual(expect.arrayContaining([2, 3]))
  // Those that still wait enter as well: nothing is refused after the test.
  for (const tenant of [1, 1]) admission.leave(tenant)
  await new Promise(setImmediate)
  expect(order).toHaveLength(8)
})

test('an abandoned request leaves the queue, and one that waited too long is refused', async () => {
  let now = 0
  const admission = createAdmission({ running: 1, waiting: 10, waitingOfTenant: 10 }, () => now)
  await admission.enter(1, never)
  const gone = new AbortController()
  const given = admission.enter(1, gone.signal)
  const late = admission.enter(1, never)
  gone.abort()
  await expect(given).rejects.toMatchObject({ code: 'overloaded' })
  now = 6_000
  const fresh = admission.enter(1, never)
  await expect(late).rejects.toMatchObject({ code: 'overloaded', status: 503 })
  admission.leave(1)
  await expect(fresh).resolves.toBeUndefined()
})

test('what waits too long is refused also when nothing else enters or leaves', async () => {
  let now = 0
  const admission = createAdmission({ running: 1, waiting: 10, waitingOfTenant: 10 }, () => now)
  await admission.enter(1, never)
  const late = admission.enter(2, never)
  now = 6_000
  await expect(late).rejects.toMatchObject({ code: 'overloaded' })
})
