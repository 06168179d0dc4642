import type { FastifyInstance } from 'fastify'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Call } from '#contract/kit/resource.ts'
import { advanceOfOrderCalls, type OrderAct, orderCalls } from '#contract/orders/order-calls.ts'
import { type OrderTarget, orderKinds } from '#contract/orders/order-kinds.ts'
import { orders } from '#contract/orders/orders.ts'
import { reorderCall } from '#contract/orders/reorder.ts'
import { availabilityCall } from '#contract/places/availability.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountResource } from '#server/resource/routes.ts'
import { actOnOrder } from './act-on-order.ts'
import { advanceOfOrder } from './advance-of-order.ts'
import { availableGoods } from './available-goods.ts'
import { convertOrder } from './convert-order.ts'
import { listOrders, sumOrders } from './list-orders.ts'
import { toOrderInput } from './order-input.ts'
import { readOrder } from './read-order.ts'
import { reorder } from './reorder.ts'
import { createOrder, removeOrder, updateOrder } from './save-order.ts'

type OfOne = { params: { id: number }; body: { version?: number } }
/** The calls of a loop share no type; each of them is of one order and says its version. */
const ofOne = (input: unknown) => input as OfOne

export function orderRoutes(app: FastifyInstance): void {
  for (const name of ['quotation', 'sales_order'] as const)
    mount(app, advanceOfOrderCalls[name], async (context, { params, body }) => {
      const id = await advanceOfOrder(context, orderKinds[name], params.id, body)
      return { data: { id, kind: 'advance_invoice' }, message: 'created' }
    })
  mount(app, availabilityCall, async (context, { query }) => ({ data: await availableGoods(context, query) }))
  mount(app, reorderCall, async (context) => ({ data: await reorder(context), message: 'created' }))
  for (const kind of Object.values(orderKinds)) {
    const { sums, acts, targets } = orderCalls[kind.name]
    mountResource(app, orders[kind.name], {
      // Every call that would read the listing is replaced below.
      listing: { table: 'orders' } as never,
      list: (context, query) => listOrders(context, kind, query),
      read: (context, id) => readOrder(context, kind, id),
      create: (context, body) => createOrder(context, kind, toOrderInput(kind, body)),
      update: (context, id, body) => updateOrder(context, kind, id, toOrderInput(kind, body)),
      remove: (context, id) => removeOrder(context, kind, id),
    })
    mount(app, sums, (context, { query }) => sumOrders(context, kind, query as ListQuery))
    for (const [act, call] of Object.entries(acts) as [OrderAct, Call][])
      mount(app, call, async (context, input) => {
        const { params, body } = ofOne(input)
        await actOnOrder(context, kind, act, params.id, body)
        return { data: await readOrder(context, kind, params.id), message: 'updated' }
      })
    for (const [target, call] of Object.entries(targets) as [OrderTarget, Call][])
      mount(app, call, async (context, input) => {
        const { params, body } = ofOne(input)
        const id = await convertOrder(context, kind, target, params.id, body.version)
        return { data: { id, kind: target }, message: 'created' }
      })
  }
}
