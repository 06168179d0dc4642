import { expect, test } from 'vitest'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { type DeliveryOutcome, enqueue, type Handler } from '#server/outbox/outbox.ts'
import { createOutboxRunner } from '#server/outbox/runner.ts'
import { createTestApp } from '../harness/api.ts'
import { createOrganization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// The transactional outbox: stored with what decides it, sent afterwards, once.

const app = await createTestApp()
const owner = await createOrganization(app)
const { services } = app.app
const { pool } = services
const organizationId: number = (await owner.get('/auth/session')).body.data.organization.id
await services.outbox.stop()

const inOwn = <Result>(work: Parameters<typeof inTenant<Result>>[3]) => inTenant(pool, organizationId, 'write', work)
const store = (key: string) =>
  inOwn((db) => enqueue(db, organizationId, { kind: 'mail', key, payload: { to: 'a@example.sa', text: key } }))
const stored = (key: string) =>
  inOwn((db) => db.selectFrom('outbox_messages').selectAll().where('key', '=', key).executeTakeFirstOrThrow())
const none: Handler = { deliver: async () => ({ state: 'sent' }), afterCrash: 'ask' }
/** What waits from tests before this one is not sent any more. */
const dropMessages = () =>
  withSuperuser(app, async (client) => {
    await client.query('DELETE FROM outbox_directory')
    await client.query("UPDATE outbox_messages SET state = 'failed' WHERE state IN ('waiting', 'sending')")
  })
const makeDue = () => pool.query('UPDATE outbox_directory SET due_at = now()')
const runnerOf = (deliver: Handler['deliver'], more: Partial<Handler> = {}, webhook: Handler = none) =>
  createOutboxRunner({
    pool,
    handlers: {
      mail: { deliver, afterCrash: 'ask', ...more },
      delivery: none,
      recurring: none,
      deferral: none,
      reminder_day: none,
      report_mail: none,
      dry_close: none,
      e_invoice: none,
      e_invoice_day: none,
      webhook,
    },
    tell: (error) => {
      throw error
    },
  })

test('sends a message once, records that, and deletes its content', async () => {
  const sent: unknown[] = []
  const runner = runnerOf(async (_, { key }) => {
    sent.push(key)
    return { state: 'sent' }
  })
  await Promise.all([store('once'), store('once')])
  await runner.drain()
  await runner.drain()
  await runner.stop()
  expect(sent).toEqual(['once'])
  expect(await stored('once')).toMatchObject({ state: 'sent', attempts: 1, payload: {}, last_error: null })
})

test('stores nothing where the transaction fails', async () => {
  const failing = inOwn(async (db) => {
    await enqueue(db, organizationId, { kind: 'mail', key: 'rolled back', payload: {} })
    throw new Error('refused after all')
  })
  await expect(failing).rejects.toThrow('refused after all')
  await expect(stored('rolled back')).rejects.toThrow()
})

test('leaves a message ended that another sender ended while this one was about to retry', async () => {
  await dropMessages()
  let began = 0
  let isSent = () => {}
  const sent = new Promise<void>((resolve) => {
    isSent = resolve
  })
  // The first sender is slow: its claim runs out, and the second sends the message before it gives up.
  const slow = runnerOf(
    async () => {
      began++
      await sent
      return { state: 'retry', error: 'given up' }
    },
    { afterCrash: 'resend' },
  )
  const quick = runnerOf(async () => ({ state: 'sent' }), { afterCrash: 'resend' })
  await store('taken over')
  const slowly = slow.drain()
  await expect.poll(() => began).toBe(1)
  await makeDue()
  await quick.drain()
  isSent()
  await slowly
  await Promise.all([slow.stop(), quick.stop()])
  expect(await stored('taken over')).toMatchObject({ state: 'sent', last_error: null })
})

test('retries temporary failures, and hands permanent refusals to a person', async () => {
  const outcomes: DeliveryOutcome[] = [
    { state: 'retry', error: 'away', after_ms: 0 },
    { state: 'failed', error: 'no such box' },
  ]
  const runner = runnerOf(async () => outcomes.shift() ?? { state: 'sent' })
  await store('later')
  await runner.drain()
  expect(await stored('later')).toMatchObject({ state: 'failed', attempts: 2, last_error: 'no such box' })
  await runner.stop()
})

test('a failed delivery is a retry with its error', async () => {
  const runner = runnerOf(() => Promise.reject(new Error('socket hang up')))
  await store('hangs')
  await runner.drain()
  await runner.stop()
  expect(await stored('hangs')).toMatchObject({ state: 'waiting', attempts: 1, last_error: 'Error: socket hang up' })
  await dropMessages()
})

test.each([
  ['ask', 'unknown', []],
  ['resend', 'sent', ['died resend']],
] as const)('a message in transit when a server died: %s', async (afterCrash, state, resent) => {
  const key = `died ${afterCrash}`
  await store(key)
  await inOwn((db) =>
    db.updateTable('outbox_messages').set({ state: 'sending', attempts: 1 }).where('key', '=', key).execute(),
  )
  await makeDue()
  const sent: string[] = []
  const runner = runnerOf(
    async (_, message) => {
      sent.push(message.key)
      return { state: 'sent' }
    },
    { afterCrash },
  )
  await runner.drain()
  await runner.stop()
  expect(sent).toEqual(resent)
  expect(await stored(key)).toMatchObject({ state })
})

test('several runners share the messages: each is sent by one', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `shared ${index}`)
  for (const key of keys) await store(key)
  const sent: string[] = []
  const deliver: Handler['deliver'] = async (_, { key }) => {
    sent.push(key)
    return { state: 'sent' }
  }
  const runners = [runnerOf(deliver), runnerOf(deliver), runnerOf(deliver)]
  await Promise.all(runners.map((runner) => runner.drain()))
  await Promise.all(runners.map((runner) => runner.stop()))
  expect(sent.toSorted()).toEqual(keys.toSorted())
})

test('a message that waits for its answer does not delay one that is stored meanwhile', async () => {
  const sent: string[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const runner = runnerOf(async (_, { key }) => {
    sent.push(key)
    if (key === 'waits') await held
    return { state: 'sent' }
  })
  await store('waits')
  const pass = runner.drain()
  await expect.poll(() => sent).toEqual(['waits'])
  await store('comes later')
  runner.wake()
  await expect.poll(() => sent).toEqual(['waits', 'comes later'])
  answer()
  await pass
  await runner.stop()
})

test('receivers that never answer delay neither other kinds nor the messages of another organization', async () => {
  const neighbour: number = (await (await createOrganization(app)).get('/auth/session')).body.data.organization.id
  await dropMessages()
  const webhooks = async (organization: number, count: number) => {
    for (let at = 0; at < count; at++)
      await inTenant(pool, organization, 'write', (db) =>
        enqueue(db, organization, { kind: 'webhook', key: `hook ${at}`, payload: {} }),
      )
  }
  await webhooks(organizationId, 12)
  await webhooks(neighbour, 2)
  await store('in time')
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const waiting: number[] = []
  const sent: string[] = []
  const runner = runnerOf(
    async (_, { key }) => {
      sent.push(key)
      return { state: 'sent' }
    },
    {},
    {
      afterCrash: 'ask',
      deliver: async (organization) => {
        waiting.push(organization)
        if (organization === organizationId) await answered
        return { state: 'sent' }
      },
    },
  )
  const drained = runner.drain()
  await expect.poll(() => sent).toEqual(['in time'])
  await expect.poll(() => waiting.filter((one) => one === neighbour).length).toBe(2)
  expect(waiting.filter((one) => one === organizationId)).toHaveLength(2)
  answer()
  await drained
  await runner.stop()
  expect(waiting).toHaveLength(14)
})
