import { z } from 'zod'
import { sumsCall } from '../documents/list-sums.ts'
import { id, optional, version } from '../fields/choice.ts'
import { percent } from '../fields/decimal.ts'
import { textOf } from '../fields/text.ts'
import { type Call, defineCall, listCalls } from '../kit/resource.ts'
import { createsTarget, type OrderKind, type OrderKindName, type OrderTarget, orderKinds } from './order-kinds.ts'
import { orders } from './orders.ts'
import { reorderCall } from './reorder.ts'

const reason = textOf(300)
const plain = z.object({ version })
/** What is done with an order, by kind, and what each act must say. */
const actsOf = {
  quotation: {
    send: plain,
    /** By us: a reason is needed where the last day is over. */
    accept: z.object({ version, reason: optional(reason), answered_by: optional(textOf(100)) }),
    decline: z.object({ version, reason }),
    reopen: plain,
  },
  sales_order: { confirm: plain, close: z.object({ version, reason }), reopen: plain },
  purchase_order: { confirm: plain, close: z.object({ version, reason }), reopen: plain },
} as const
export type OrderAct = 'send' | 'accept' | 'decline' | 'reopen' | 'confirm' | 'close'

const madeAnswer = z.object({ id: z.int(), kind: z.string() })

function callsOf(kind: OrderKind) {
  const { record, calls } = orders[kind.name]
  const shared = { method: 'POST', kind: 'action', labels: kind.name, params: z.object({ id }) } as const
  const acts = Object.entries(actsOf[kind.name]).map(([act, body]) => [
    act,
    defineCall({
      ...shared,
      path: `${kind.path}/:id/${act}`,
      admission: [`update-${kind.entity}`],
      body,
      answer: record,
    }),
  ])
  const targets = kind.becomes.map((target) => [
    target,
    /** A draft of what is still open. Who asks for it may also read the order. */
    defineCall({
      ...shared,
      path: `${kind.path}/:id/${target.replace('_', '-')}`,
      admission: [createsTarget[target]],
      body: plain,
      answer: madeAnswer,
    }),
  ])
  return {
    sums: sumsCall({
      path: kind.path,
      labels: kind.name,
      admission: [`list-${kind.entity}`],
      query: calls.list.query as z.ZodObject,
    }),
    acts: Object.fromEntries(acts) as Partial<Record<OrderAct, Call>>,
    targets: Object.fromEntries(targets) as Partial<Record<OrderTarget, Call>>,
  }
}

export const orderCalls = {
  quotation: callsOf(orderKinds.quotation),
  sales_order: callsOf(orderKinds.sales_order),
  purchase_order: callsOf(orderKinds.purchase_order),
} as const

/** Of an act or a target that the kind of order has. Throws for another one. */
export function callOfOrder(kind: OrderKindName, name: OrderAct | OrderTarget): Call {
  const call = { ...orderCalls[kind].acts, ...orderCalls[kind].targets }[name]
  if (!call) throw new Error(`A ${kind} has no call for ${name}.`)
  return call
}

const advancePercent = percent.refine((value) => Number(value) > 0, 'must_be_positive')
const advanceOf = (kind: OrderKind) =>
  defineCall({
    method: 'POST',
    kind: 'action',
    labels: kind.name,
    params: z.object({ id }),
    path: `${kind.path}/:id/advance-invoice`,
    admission: ['create-invoice'],
    body: z.object({ version, percent: advancePercent }),
    answer: madeAnswer,
  })
/** A draft of the advance invoice over a percentage of what is still open. */
export const advanceOfOrderCalls = {
  quotation: advanceOf(orderKinds.quotation),
  sales_order: advanceOf(orderKinds.sales_order),
} as const

export const allOrderCalls: readonly Call[] = Object.values(orderCalls)
  .flatMap(({ sums, acts, targets }) => [sums, ...listCalls(acts), ...listCalls(targets)])
  .concat(listCalls(advanceOfOrderCalls), [reorderCall])
