import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createPool } from '#server/db/driver/pool.ts'
import { provePool } from '#server/db/driver/prove-pool.ts'
import { createTestApp } from '../harness/api.ts'
import { createTestDatabase } from '../harness/database.ts'
import { createPooler } from '../harness/hosting/pooler.ts'
import { createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'

// Behind a pooler in transaction mode the application works, or the start is refused. `test/harness/hosting/pooler.ts` is a stand-in, since a bare machine has no PgBouncer.

const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

test('a pooler that follows prepared statements serves requests', async () => {
  const poolers: Awaited<ReturnType<typeof createPooler>>[] = []
  const app = await createTestApp(undefined, async (database) => {
    const pooler = await createPooler(database, { follows: true })
    poolers.push(pooler)
    await provePool(pooler.settings)
    return pooler.settings
  })
  stops.push(async () => {
    await app.app.close()
    for (const pooler of poolers) await pooler.stop()
  })
  const owner = await createOrganization(app)
  const invoice = () =>
    invoiceBody(owner, { items: [{ product_id: owner.ids.goods, quantity: 1, price: 100, tax_rate: 15 }] })
  const replies = await Promise.all(Array.from({ length: 12 }, () => owner.post('/invoices', invoice())))
  for (const reply of replies) expectOk(reply)
  expect(expectOk(await owner.get('/invoices')).body.meta.total).toBe(12)
  // A refusal rolls back: the connection it happened on serves others as before.
  expect((await owner.post('/invoices', { ...invoice(), customer_id: 999_999 })).status).toBe(422)
  expectOk(await owner.get('/reports/trial-balance'))
  expect(poolers[0]?.transactions()).toBeGreaterThan(20)
})

test('a pooler that does not follow prepared statements refuses the start and says what to set', async () => {
  const { app } = await createTestDatabase()
  const pooler = await createPooler(app, { follows: false })
  stops.push(pooler.stop)
  await expect(provePool(pooler.settings)).rejects.toThrow(
    /does not follow prepared statements.*1\.21.*max_prepared_statements/,
  )
})

test('limits of waiting are settings of the role, and no connection asks for them', async () => {
  const { app } = await createTestDatabase()
  const client = new pg.Client(app)
  await client.connect()
  const { rows } = await client.query(
    `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock, current_setting('idle_in_transaction_session_timeout') AS idle`,
  )
  await client.end()
  expect(rows).toEqual([{ statement: '15s', lock: '8s', idle: '20s' }])
  const { options } = createPool(app) as unknown as { options: pg.PoolConfig }
  expect([options.statement_timeout, options.lock_timeout, options.options]).toEqual([undefined, undefined, undefined])
})
