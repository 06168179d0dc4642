import { type Caller, nextNumber } from '../harness/hosting/writers.ts'
import { invoiceBody, type Organization } from '../harness/organization.ts'

export type Written = { key: string; body: object; id: number }
export type SteadyWriters = { written: readonly Written[]; stop(): Promise<void> }

const pause_ms = 200

/**
 * Clients that issue one invoice after the other. What is not acknowledged is sent again with its key until it is, as a client does
 * that was cut off.
 */
export function startWriters(caller: Caller, owner: Organization, count: number): SteadyWriters {
  const written: Written[] = []
  let isOver = false
  const write = async () => {
    // Proposed, as a form does: where it is taken meanwhile, the invoice gets the next one.
    const number = await nextNumber(caller)
    while (!isOver) {
      const key = crypto.randomUUID()
      const items = [{ product_id: owner.ids.goods, quantity: 1, price: 10, tax_rate: 15 }]
      const body = invoiceBody(owner, { invoice_number: number, proposed_number: number, items })
      for (;;) {
        const reply = await caller.ask('POST', '/invoices', body, key).catch(() => undefined)
        if (reply?.status === 200) {
          written.push({ key, body, id: (reply.body.data as { id: number }).id })
          break
        }
        if (reply && reply.status < 500 && reply.status !== 409)
          throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`)
        await new Promise((resolve) => setTimeout(resolve, pause_ms))
      }
    }
  }
  const writers = Array.from({ length: count }, write)
  return {
    written,
    async stop() {
      isOver = true
      await Promise.all(writers)
    },
  }
}
