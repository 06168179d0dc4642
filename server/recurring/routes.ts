import type { FastifyInstance } from 'fastify'
import {
  type RecurringInput,
  type RecurringKind,
  recurringCalls,
  recurringKinds,
} from '#contract/schedules/recurring.ts'
import type { Context } from '#server/core/context.ts'
import { type Answer, mount } from '#server/http/pipeline.ts'
import { dismissOccurrence, retryOccurrence } from './make-occurrence.ts'
import { listRecurring, lockRecurring, readRecurring } from './recurring-rows.ts'
import {
  createRecurring,
  endRecurring,
  pauseRecurring,
  resumeRecurring,
  skipNext,
  updateRecurring,
} from './save-recurring.ts'

type One = { id: number; number: number }
type Act = (context: Context, kind: RecurringKind, id: number) => Promise<void>
const acts = { pause: pauseRecurring, resume: resumeRecurring, skip: skipNext, end: endRecurring } satisfies Record<
  string,
  Act
>

export function recurringRoutes(app: FastifyInstance): void {
  for (const kind of recurringKinds) {
    const calls = recurringCalls[kind.name]
    const shown = async (context: Context, id: number): Promise<Answer> => {
      const data = await readRecurring(context, kind, id)
      const after = async () => {
        app.services.outbox.wake()
        return data
      }
      return { data, after }
    }
    mount(app, calls.list, async (context) => ({ data: await listRecurring(context, kind) }))
    mount(app, calls.create, async (context, { body }) =>
      shown(context, await createRecurring(context, kind, body as RecurringInput)),
    )
    mount(app, calls.update, async (context, { params, body }) => {
      await updateRecurring(context, kind, (params as One).id, body as RecurringInput)
      return shown(context, (params as One).id)
    })
    for (const [name, act] of Object.entries(acts))
      mount(app, calls[name as keyof typeof acts], async (context, { params }) => {
        await act(context, kind, (params as One).id)
        return shown(context, (params as One).id)
      })
    mount(app, calls.retry, async (context, { params, body }) => {
      const { id, number } = params as One
      await lockRecurring(context.db, id, kind.name)
      await retryOccurrence(context, id, number, (body as { date?: string | null }).date ?? null)
      return shown(context, id)
    })
    mount(app, calls.dismiss, async (context, { params }) => {
      const { id, number } = params as One
      await lockRecurring(context.db, id, kind.name)
      await dismissOccurrence(context, id, number)
      return shown(context, id)
    })
  }
}
