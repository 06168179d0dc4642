import { z } from 'zod'
import { activeStatus, choice, id, namedStatus, version } from '../fields/choice.ts'
import { cleanCode } from '../fields/clean-text.ts'
import { instant, maybeText, nullable, nullableInt } from '../fields/response-fields.ts'
import { textOf } from '../fields/text.ts'
import { confirmWrites } from '../guard/call-guard.ts'
import { defineCall, defineResource, idParams } from '../kit/resource.ts'

const events = (resource: string, acts: readonly string[]) => acts.map((act) => `${resource}.${act}`)
const documentActs = ['created', 'updated', 'posted', 'paid', 'voided', 'deleted']
const recordActs = ['created', 'updated', 'deleted']
const orderActs = ['created', 'updated', 'confirmed', 'closed', 'deleted']

/** The events, by record. The triggers of the database write exactly these. */
export const webhookEvents: Readonly<Record<string, readonly string[]>> = {
  invoice: events('invoice', documentActs),
  advance_invoice: events('advance_invoice', documentActs),
  credit_note: events('credit_note', ['created', 'posted', 'voided']),
  debit_note: events('debit_note', documentActs),
  bill: events('bill', documentActs),
  supplier_credit: events('supplier_credit', ['created', 'posted', 'voided']),
  income_payment: events('income_payment', ['created', 'updated', 'voided', 'deleted']),
  expense_payment: events('expense_payment', ['created', 'updated', 'voided', 'deleted']),
  quotation: events('quotation', ['created', 'updated', 'sent', 'accepted', 'declined', 'deleted']),
  sales_order: events('sales_order', orderActs),
  purchase_order: events('purchase_order', orderActs),
  delivery_note: events('delivery_note', ['created', 'updated', 'voided']),
  goods_receipt: events('goods_receipt', ['created', 'updated', 'voided']),
  /** `received`: nothing of what was sent is on the way any more. */
  stock_transfer: events('stock_transfer', ['created', 'updated', 'received', 'voided']),
  customer: events('customer', recordActs),
  supplier: events('supplier', recordActs),
  e_invoice: events('e_invoice', ['issued', 'accepted', 'rejected', 'not_sent']),
  financial_year: events('financial_year', [...recordActs, 'closed', 'reopened']),
}
/** Who chooses an event, or sees what was sent of it, may read its record. */
export const webhookReads: Readonly<Record<string, string>> = {
  invoice: 'read-invoice',
  advance_invoice: 'read-invoice',
  credit_note: 'read-invoice',
  debit_note: 'read-invoice',
  bill: 'read-bill',
  supplier_credit: 'read-bill',
  customer: 'read-customer',
  supplier: 'read-supplier',
  income_payment: 'read-income-payment',
  expense_payment: 'read-expense-payment',
  e_invoice: 'read-invoice',
  quotation: 'read-quotation',
  sales_order: 'read-sales-order',
  purchase_order: 'read-purchase-order',
  delivery_note: 'read-delivery-note',
  goods_receipt: 'read-goods-receipt',
  stock_transfer: 'transfer-stock',
  financial_year: 'list-financial-year',
}
/** Records of a place: their events go out for all places, and a user who keeps some of them chooses none. */
export const webhooksOfPlaces: readonly string[] = ['delivery_note', 'goods_receipt', 'stock_transfer']
const everyEvent = Object.values(webhookEvents).flat()
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const

const admission = ['manage-webhooks']
const permissions = {
  list: 'manage-webhooks',
  read: 'manage-webhooks',
  create: 'manage-webhooks',
  update: 'manage-webhooks',
  delete: 'manage-webhooks',
}

const endpoint = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  status: z.string(),
  /** Since when the address answers that it is gone; nothing is sent until it is changed. */
  gone_at: nullable(instant),
  waiting: z.int(),
  failed: z.int(),
  last_delivered_at: nullable(instant),
  created_at: instant,
  version: z.int(),
})
export type WebhookRow = z.output<typeof endpoint>
const resource = defineResource('webhook', '/webhooks', {
  permissions,
  input: z.object({
    name: textOf(60),
    /** `https://…`; its host is looked up again before each delivery and must not be of an internal network. */
    url: z.preprocess(
      (value) => (typeof value === 'string' ? cleanCode(value) : value),
      z.string().min(1, 'required').max(500, 'too_long'),
    ),
    events: z
      .array(
        z.string().refine((value) => everyEvent.includes(value), 'invalid_choice'),
        { error: () => 'required' },
      )
      .min(1, 'required')
      .max(everyEvent.length, 'too_many_rows'),
    /** Absent: a new one is active, an existing one stays as it is. */
    status: namedStatus(activeStatus),
    version,
  }),
  /** `secret` is answered once, by the call that makes it. */
  record: endpoint.extend({ secret: maybeText }),
  row: endpoint,
  list: {
    search: ['name', 'url'],
    sort: ['name', 'url', 'status', 'created_at'],
    order: 'name',
    filter: { status: activeStatus },
  },
})
/** Addresses for events. Set by a person and not by a key, because the data leaves the organization. */
export const webhooks = confirmWrites(resource)

const delivery = z.object({
  id: z.int(),
  webhook: z.object({ id: z.int(), name: z.string() }),
  event_id: z.int(),
  type: z.string(),
  resource: z.string(),
  resource_id: z.int(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.int(),
  response_status: nullableInt,
  duration_ms: nullableInt,
  last_error: maybeText,
  created_at: instant,
  last_attempt_at: nullable(instant),
  next_attempt_at: nullable(instant),
  delivered_at: nullable(instant),
})
export type WebhookDeliveryRow = z.output<typeof delivery>
const deliveryRecord = delivery.extend({
  url: z.string(),
  /** As it is sent. */
  body: z.string(),
  response: maybeText,
})
export type WebhookDelivery = z.output<typeof deliveryRecord>
const deliveryResource = defineResource('webhook_delivery', '/webhook-deliveries', {
  permissions,
  input: z.object({}),
  record: deliveryRecord,
  row: delivery,
  list: {
    search: [],
    sort: ['created_at'],
    order: '-created_at',
    filter: { webhook_id: id, state: choice(webhookDeliveryStates) },
  },
})
/** Sent events and their responses. */
export const webhookDeliveries = {
  ...deliveryResource,
  calls: { list: deliveryResource.calls.list, read: deliveryResource.calls.read },
}

const action = { method: 'POST', kind: 'action', admission, params: idParams } as const
export const webhookCalls = {
  /** A new secret; the earlier one signs nothing any more. */
  renewSecret: defineCall({
    ...action,
    path: '/webhooks/:id/renew-secret',
    labels: 'webhook',
    asks: 'confirmed',
    answer: resource.record,
  }),
  /** An event of type `webhook.test`, to see whether the address answers. */
  test: defineCall({ ...action, path: '/webhooks/:id/test', labels: 'webhook', answer: deliveryRecord }),
  /** The same event again, with its own id, also of a delivered one. */
  replay: defineCall({
    ...action,
    path: '/webhook-deliveries/:id/replay',
    labels: 'webhook_delivery',
    answer: deliveryRecord,
  }),
}
