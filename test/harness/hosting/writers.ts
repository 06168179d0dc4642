import { expect } from 'vitest'
import { invoiceBody, type Organization, onboardingBody, password } from '../organization.ts'

export type Sent = { key: string; body: object; id?: number }
type Reply = { status: number; body: { data: never; meta: { total: number } } }
export type Caller = ReturnType<typeof createCaller>

/** Calls a server in a process of its own over HTTP. `address` is asked at each call: the server may move. */
export function createCaller(address: () => string) {
  let token = ''
  async function ask(method: string, path: string, body?: object, key?: string): Promise<Reply> {
    const headers = {
      'content-type': 'application/json',
      'accept-language': 'en',
      // A connection is not reused: every request may meet another process.
      connection: 'close',
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    }
    const response = await fetch(`${address()}/api${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }
  return {
    ask,
    get token() {
      return token
    },
    set token(value: string) {
      token = value
    },
  }
}

/** An organization that can issue invoices, and its owner's e-mail. */
export async function registerSeller(caller: Caller): Promise<{ owner: Organization; email: string }> {
  const { ask } = caller
  const email = `${crypto.randomUUID()}@example.sa`
  const registered = await ask('POST', '/auth/register', {
    name: 'x',
    email,
    mobile: '0501234567',
    password,
    confirmPassword: password,
  })
  caller.token = (registered.body.data as { token: string }).token
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
  const goods = await made('/products', {
    unit_id: unit,
    product_category_id: category,
    sale_price: '10',
    purchase_price: '6',
    apply_tax: true,
    status: 'active',
    code: 'G',
    name: 'g',
    product_type_id: 1,
    quantity: '100000',
  })
  return {
    owner: { ids: { branch, tax, currency: 1, customer, goods, service: goods } } as unknown as Organization,
    email,
  }
}

/** Right after a crash an answer may still be "try again in a moment". */
export async function nextNumber({ ask }: Caller): Promise<string> {
  for (;;) {
    const reply = await ask('GET', '/invoices/next-number').catch(() => undefined)
    if (reply?.status === 200) return (reply.body.data as { number: string }).number
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function sendInvoice(caller: Caller, owner: Organization): Promise<Reply> {
  const number = await nextNumber(caller)
  const items = [{ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }]
  const body = invoiceBody(owner, { invoice_number: number, proposed_number: number, items })
  return caller.ask('POST', '/invoices', body, crypto.randomUUID())
}

/** Sends until it is stopped. Records which requests were acknowledged and which were cut off. */
export async function writeUntil(
  stopped: () => boolean,
  caller: Caller,
  owner: Organization,
  sent: Sent[],
): Promise<void> {
  const number = await nextNumber(caller)
  while (!stopped()) {
    const items = [{ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }]
    const attempt: Sent = {
      key: crypto.randomUUID(),
      body: invoiceBody(owner, { invoice_number: number, proposed_number: number, items }),
    }
    sent.push(attempt)
    const reply = await caller.ask('POST', '/invoices', attempt.body, attempt.key).catch(() => undefined)
    if (reply?.status === 200) attempt.id = (reply.body.data as { id: number }).id
  }
}

export const acknowledged = (sent: readonly Sent[]) => sent.filter(({ id }) => id !== undefined).length

/**
 * Sends everything again with its key: what was acknowledged is answered with the same document, what was cut off becomes exactly one. The numbers then have no
 * gaps, which the invariants check.
 */
export async function expectEachOnce({ ask }: Caller, sent: readonly Sent[], before = 0): Promise<void> {
  for (const attempt of sent) {
    const reply = await ask('POST', '/invoices', attempt.body, attempt.key)
    expect(reply.status).toBe(200)
    const { id } = reply.body.data as { id: number }
    if (attempt.id !== undefined) expect(id).toBe(attempt.id)
  }
  expect((await ask('GET', '/invoices')).body.meta.total).toBe(before + sent.length)
}
