import { z } from 'zod'
import { boolean, choice } from '../fields/choice.ts'
import { percent, wire } from '../fields/decimal.ts'

/** Sales are in the return of their invoice; `delivery`: no return is filed before its deliveries are invoiced. */
export const deliveryVatDays = ['invoice', 'delivery'] as const

/** The parts of the product that an organization switches on (decision 0221). */
export const partsInput = {
  /** Whether the screens have quotations and orders. */
  uses_orders: boolean.optional(),
  /** Whether the screens have delivery notes and goods receipts, which are made of orders. */
  uses_goods_notes: boolean.optional(),
  delivery_vat_day: choice(deliveryVatDays).optional(),
  /** By how much a bill may differ from its order and from what was received before it is asked about, in percent. */
  bill_tolerance: percent.optional(),
  /** Whether the screens have price lists. */
  uses_price_lists: boolean.optional(),
  /** Whether customers have credit limits, which invoices, orders and deliveries keep. */
  uses_credit_limits: boolean.optional(),
  /** Whether the screens have barcodes of products, and fields to scan them. */
  uses_barcodes: boolean.optional(),
  /** Whether the screens have places and transfers between them. */
  uses_places: boolean.optional(),
  /** Whether products may have batches and serial numbers. It stays while one has. */
  uses_lots: boolean.optional(),
  /** Whether the screens have fixed assets. It follows by itself once an asset is registered. */
  owns_assets: boolean.optional(),
  /** Whether the screens have returns of tax withheld. It follows by itself once a payment withholds. */
  uses_withholding: boolean.optional(),
  /** Whether bills have costs that goods bear. */
  uses_landed_costs: boolean.optional(),
  /** Whether invoices and bills have a retention: work under contracts. */
  uses_retention: boolean.optional(),
}
export const partsRecord = {
  uses_orders: z.boolean(),
  uses_goods_notes: z.boolean(),
  delivery_vat_day: z.enum(deliveryVatDays),
  bill_tolerance: wire,
  uses_price_lists: z.boolean(),
  uses_credit_limits: z.boolean(),
  uses_barcodes: z.boolean(),
  uses_places: z.boolean(),
  uses_lots: z.boolean(),
  owns_assets: z.boolean(),
  uses_withholding: z.boolean(),
  uses_landed_costs: z.boolean(),
  uses_retention: z.boolean(),
}
