import { expect, test } from 'vitest'
import { reconnectDelay, retryUntilAvailable } from './connection-loss.ts'

const failure = (code: string | undefined, message = 'x') => Object.assign(new Error(message), { code })

test.each([
  ['a socket that is gone', failure('ENOENT')],
  ['a port that refuses', failure('ECONNREFUSED')],
  ['a connection that ends in the middle', failure(undefined, 'Connection terminated unexpectedly')],
  ['a server that shuts down', failure('57P01')],
  ['a server that is starting', failure('57P03')],
])('%s is waited for, ever longer and not for ever', (_, error) => {
  const pauses = Array.from({ length: 20 }, (_, index) => reconnectDelay(error, index + 1))
  const waited = pauses.filter((pause) => pause !== undefined)
  expect(waited.length).toBeGreaterThan(5)
  expect(waited).toEqual(waited.toSorted((a, b) => a - b))
  const total = waited.reduce((sum, pause) => sum + pause, 0)
  expect(total).toBeGreaterThan(5_000)
  expect(total).toBeLessThan(8_000)
  expect(pauses.at(-1)).toBeUndefined()
})

test.each([
  ['a pool whose connections are all in use', failure(undefined, 'timeout exceeded when trying to connect')],
  ['a statement that took too long', failure('57014')],
  ['a row that is there already', failure('23505')],
  ['a rule that refuses', new Error('no')],
])('%s is reported at once', (_, error) => {
  expect(reconnectDelay(error, 1)).toBeUndefined()
})

test('a query during an outage is answered after it', async () => {
  let asked = 0
  const answer = await retryUntilAvailable(async () => {
    if (++asked < 3) throw failure('ECONNREFUSED')
    return 'here'
  })
  expect([answer, asked]).toEqual(['here', 3])
  await expect(retryUntilAvailable(() => Promise.reject(failure('23505')))).rejects.toMatchObject({ code: '23505' })
})
