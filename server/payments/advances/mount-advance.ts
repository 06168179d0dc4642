import type { FastifyInstance } from 'fastify'
import type { Side } from '#contract/documents/sides.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import { mount } from '#server/http/pipeline.ts'
import type { AdvanceRef } from './advance.ts'
import { allocateAdvance } from './allocate-advance.ts'
import { unallocate } from './deallocate-advance.ts'
import { refundAdvance } from './refund.ts'
import { voidRefund } from './void-refund.ts'

type AdvanceCalls = { allocate: Call; unallocate: Call; refund: Call; voidRefund: Call }
type UndoAsk = { date?: string | null | undefined }
type AdvanceReaders = {
  advance: (context: Context, id: number) => Promise<AdvanceRef>
  read: (context: Context, id: number) => Promise<unknown>
}

/** Mounts allocate, un-allocate, refund and void refund, for a payment or a note. Each answers the updated record. */
export function mountAdvance(app: FastifyInstance, side: Side, calls: AdvanceCalls, { advance, read }: AdvanceReaders) {
  type Act = (context: Context, id: number, body: never, params: never, query: never) => Promise<unknown>
  const act = (call: Call, rule: Act) =>
    mount(app, call, async (context, { params, body, query }) => {
      const { id } = params as { id: number }
      // The calls share no body; each rule takes that of its own call.
      await rule(context, id, body as never, params as never, query as never)
      return { data: await read(context, id), message: 'updated' }
    })
  act(calls.allocate, async (context, id, body) => allocateAdvance(context, side, await advance(context, id), body))
  act(calls.unallocate, async (context, id, body) => unallocate(context, side, await advance(context, id), body))
  act(calls.refund, async (context, id, body) => refundAdvance(context, side, await advance(context, id), body))
  act(calls.voidRefund, async (context, id, _body, { refund_id }: { refund_id: number }, { date }: UndoAsk) =>
    voidRefund(context, side, await advance(context, id), refund_id, date),
  )
}
