import type { Call } from '#contract/kit/resource.ts'
import { request } from './client.ts'

type Row = { id: number }
type Batch = { ids: Set<number>; answer: Promise<Map<number, Row>> }
const batches = new Map<string, Batch>()
const waitMs = 5

/** The row of one record from a call that takes `ids`; what a page asks for together is one request. Null where it has none. */
export async function batchedById<Found extends Row>(
  call: Call & { method: 'GET' },
  id: number,
): Promise<Found | null> {
  const known = batches.get(call.path)
  if (known) known.ids.add(id)
  const batch = known ?? begin(call, id)
  return ((await batch.answer).get(id) as Found | undefined) ?? null
}

function begin(call: Call & { method: 'GET' }, id: number): Batch {
  const ids = new Set([id])
  const answer = new Promise<void>((done) => setTimeout(done, waitMs)).then(async () => {
    batches.delete(call.path)
    const { data } = await request<{ data: Row[] }>(call, { query: { ids: [...ids].join() } })
    return new Map(data.map((row) => [row.id, row]))
  })
  const batch = { ids, answer }
  batches.set(call.path, batch)
  return batch
}
