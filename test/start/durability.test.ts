import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecrets } from '#server/db/embedded/secrets.ts'
import { readPidFile } from '#server/db/embedded/server.ts'
import { checkInvariants } from '../harness/invariants.ts'
import { invoiceBody, type Organization, onboardingBody, password } from '../harness/organization.ts'
import { type ServerProcess, startProcess } from '../harness/server-process.ts'

// Writers at work while the server, PostgreSQL or both are killed: what was acknowledged is there, what was cut off
// ends as exactly one document when it is sent again with its key, and the books are in order.

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-durable-'))
let running: ServerProcess
let address = ''
afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  running = startProcess({ DATA_DIR: dataDir })
  const said = await running.address
  if (!said) throw new Error((await running.ended).said)
  address = said
}

type Sent = { key: string; body: object; id?: number }
let token = ''
async function ask(method: string, path: string, body?: object, key?: string) {
  const headers = {
    'content-type': 'application/json',
    'accept-language': 'en',
    authorization: `Bearer ${token}`,
    ...(key && { 'idempotency-key': key }),
  }
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  return { status: response.status, body: (await response.json()) as { data: never; meta: { total: number } } }
}

async function prepare(): Promise<Organization> {
  const email = `${crypto.randomUUID()}@example.sa`
  const registered = await ask('POST', '/auth/register', {
    name: 'x',
    email,
    mobile: '0501234567',
    password,
    confirmPassword: password,
  })
  token = (registered.body.data as { token: string }).token
  await ask('POST', '/organization/onboarding/submit', onboardingBody(email))
  const first = async (path: string) => ((await ask('GET', path)).body.data as { id: number }[])[0]?.id as number
  const [branch, tax, unit, category] = [
    await first('/branches/list'),
    await first('/taxes/list'),
    await first('/units/list'),
    await first('/product-categories/list'),
  ]
  const made = async (path: string, body: object) => ((await ask('POST', path, body)).body.data as { id: number }).id
  const customer = await made('/customers', { name: 'c', email, type: 'company', status: 'active' })
  const product = {
    unit_id: unit,
    product_category_id: category,
    sale_price: '10',
    purchase_price: '6',
    apply_tax: true,
    status: 'active',
  }
  const goods = await made('/products', { ...product, code: 'G', name: 'g', product_type_id: 1, quantity: '100000' })
  return { ids: { branch, tax, currency: 1, customer, goods, service: goods } } as unknown as Organization
}

/** Right after a crash an answer may still be "try again in a moment". */
async function nextNumber(): Promise<string> {
  for (;;) {
    const reply = await ask('GET', '/invoices/next-number').catch(() => undefined)
    if (reply?.status === 200) return (reply.body.data as { number: string }).number
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Sends until it is stopped. Records which requests were acknowledged and which were cut off. */
async function writeUntil(stopped: () => boolean, owner: Organization, sent: Sent[]): Promise<void> {
  const number = await nextNumber()
  while (!stopped()) {
    const items = [{ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }]
    const attempt: Sent = {
      key: crypto.randomUUID(),
      body: invoiceBody(owner, { invoice_number: number, proposed_number: number, items }),
    }
    sent.push(attempt)
    const reply = await ask('POST', '/invoices', attempt.body, attempt.key).catch(() => undefined)
    if (reply?.status === 200) attempt.id = (reply.body.data as { id: number }).id
  }
}

const acknowledged = (sent: readonly Sent[]) => sent.filter(({ id }) => id !== undefined).length

test('no acknowledged write is lost or doubled when a process is killed', async () => {
  await start()
  const owner = await prepare()
  const sent: Sent[] = []
  for (const victim of ['server', 'postgres', 'both'] as const) {
    let stopped = false
    const writers = Array.from({ length: 6 }, () => writeUntil(() => stopped, owner, sent))
    const before = acknowledged(sent)
    await expect.poll(() => acknowledged(sent), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 12)
    const postmaster = Number(readPidFile(join(dataDir, 'postgres'))[0])
    if (victim !== 'postgres') running.child.kill('SIGKILL')
    if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
    stopped = true
    await Promise.allSettled(writers)
    if (victim === 'postgres')
      await expect
        .poll(
          () =>
            ask('GET', '/ready').then(
              (reply) => reply.status,
              () => 0,
            ),
          { timeout: 15_000 },
        )
        .toBe(200)
    else {
      await running.ended
      await start()
    }
  }
  for (const attempt of sent) {
    const reply = await ask('POST', '/invoices', attempt.body, attempt.key)
    expect(reply.status).toBe(200)
    const { id } = reply.body.data as { id: number }
    if (attempt.id !== undefined) expect(id).toBe(attempt.id)
  }
  expect((await ask('GET', '/invoices')).body.meta.total).toBe(sent.length)
  const [, , , port, host] = readPidFile(join(dataDir, 'postgres'))
  await checkInvariants({
    host: host ?? '',
    port: Number(port),
    user: 'postgres',
    password: readSecrets(dataDir).superuser,
    database: 'mizan',
  })
}, 60_000)
