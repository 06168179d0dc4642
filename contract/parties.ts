import { z } from 'zod'
import { financialYearPermissions } from './access/permissions.ts'
import { verbs } from './crud-permissions.ts'
import { type PartyKind, purchases, type Side, sales } from './documents/sides.ts'
import { buyerSchemes } from './e-invoice/code-lists.ts'
import { boolean, choice, date, file, id, optional, partyStatus, version } from './fields/choice.ts'
import { amount, wire } from './fields/decimal.ts'
import { addressAnswer, addressInput, addressRecord } from './fields/national-address.ts'
import { instant, maybeText, nullable, nullableInt } from './fields/response-fields.ts'
import { code, email, phone, taxNumber, text, textOf } from './fields/text.ts'
import { defineCall, defineResource, idParams } from './kit/resource.ts'
import { reportPermissions } from './reports/report-index.ts'

export const partyTypes = ['individual', 'company', 'establishment'] as const
const termsDays = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[0-9]{1,3}$/)
        .transform(Number),
    ],
    { error: 'invalid_number' },
  )
  .refine((days) => days >= 0 && days <= 365, 'out_of_range')

const schemes = [...buyerSchemes] as [string, ...string[]]
const input = z.object({
  name: text,
  name_en: optional(text),
  email,
  phone: optional(phone),
  mobile: optional(phone),
  type: choice(partyTypes),
  status: partyStatus,
  tax_number: optional(taxNumber),
  commercial_registration: optional(code),
  country_id: optional(id),
  city_id: optional(id),
  /** Abroad, or where the list lacks the town. On paper it goes before the chosen city. */
  city_name: optional(textOf(127)),
  // The national address, as a tax invoice to a business needs it (BR-KSA-63); `address` stays the free line.
  ...addressInput,
  /** For a party without VAT number, or with an additional one: an identifier with its scheme. */
  identifier_scheme: optional(choice(schemes)),
  identifier_value: optional(code),
  address: optional(textOf(300)),
  /** Days until an invoice falls due; the invoice form fills the due date with it. */
  payment_terms_days: optional(termsDays),
  avatar_file: file,
  version,
})
/** How much a customer may owe, in base currency; absent is no limit. It is lifted until a day, for a reason. */
const customerInput = input.extend({
  credit_limit: optional(amount),
  credit_lifted_until: optional(date),
  credit_lift_reason: optional(textOf(300)),
})
const row = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  avatar: maybeText,
  email: maybeText,
  mobile: maybeText,
  type: z.string(),
  status: z.string(),
  created_at: instant,
  version: z.int(),
})
const record = row.extend({
  phone: maybeText,
  tax_number: maybeText,
  commercial_registration: maybeText,
  country_id: nullableInt,
  city_id: nullableInt,
  city_name: maybeText,
  /** Perhaps filled in by the former default: to be looked at. Saving the city ends it. */
  city_unverified: z.boolean(),
  ...addressRecord,
  identifier_scheme: maybeText,
  identifier_value: maybeText,
  address: maybeText,
  payment_terms_days: nullableInt,
  /** Of a customer. */
  credit_limit: nullable(wire),
  credit_lifted_until: maybeText,
  credit_lift_reason: maybeText,
})
const option = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  tax_number: maybeText,
  payment_terms_days: nullableInt,
  /** The data a standard invoice needs of a buyer. Shown for the chosen one. */
  type: z.string(),
  identifier_value: maybeText,
  ...addressAnswer,
})

/** Permissions to choose parties: in entries, set-offs, the opening, and reports. */
const ofBothSides = [
  'create-journal-entry',
  'update-journal-entry',
  'set-off-balances',
  financialYearPermissions.update,
  ...reportPermissions,
]

const partyResource = <const Kind extends PartyKind, Input extends typeof input>(
  side: Side & { party: Kind },
  partyInput: Input,
  optionAdmission: readonly string[],
) =>
  defineResource(side.party as Kind, side.partyPath, {
    permissions: verbs(side.party),
    input: partyInput,
    record,
    row,
    list: {
      search: ['name', 'name_en', 'email', 'mobile', 'phone', 'tax_number'],
      sort: ['name', 'email', 'type', 'status', 'created_at'],
      order: '-created_at',
      filter: { status: partyStatus, type: choice(partyTypes), city_unverified: boolean },
    },
    option: { shape: option, admission: [...optionAdmission, ...ofBothSides] },
    exported: {
      // Customers have an export permission of their own; suppliers go with their list.
      admission: [side.party === 'customer' ? 'export-customer' : 'list-supplier'],
      columns: ['id', 'name', 'name_en', 'email', 'mobile', 'type', 'status', 'created_at'],
    },
  })

export const customers = partyResource(sales, customerInput, [
  'list-customer',
  'create-price-list',
  'update-price-list',
  'list-invoice',
  'create-invoice',
  'update-invoice',
  'list-income-payment',
  'create-income-payment',
  'update-income-payment',
])
export const suppliers = partyResource(purchases, input, [
  'list-supplier',
  'list-bill',
  'create-bill',
  'update-bill',
  'list-expense-payment',
  'create-expense-payment',
  'update-expense-payment',
  'create-customs-declaration',
])
export const parties = { sales: customers, purchases: suppliers } as const

/** What a customer may still buy, and what counts against his limit, in base currency. */
export const customerCreditCall = defineCall({
  method: 'GET',
  path: '/customers/:id/credit',
  kind: 'item',
  labels: 'customer',
  params: idParams,
  admission: ['read-customer', ...['invoice', 'sales-order', 'delivery-note'].map((entity) => `create-${entity}`)],
  answer: z.object({
    limit: nullable(wire),
    lifted_until: maybeText,
    receivable: wire,
    advances: wire,
    orders: wire,
    cheques: wire,
    exposure: wire,
    /** Null where no limit holds today. */
    available: nullable(wire),
  }),
})

const figure = z.object({ value: z.int(), growShrink: z.number() })
const statistic = <const Answer extends z.ZodType>(side: Side, answer: Answer) =>
  defineCall({
    method: 'GET',
    path: `${side.partyPath}/statistic`,
    kind: 'statistic',
    admission: [`list-${side.party}`],
    labels: side.party,
    answer,
  })
/** Counts now and their growth in percent against the end of last month (new ones: against last month). */
export const partyStatistics = {
  sales: statistic(sales, z.object({ totalCustomers: figure, activeCustomers: figure, newCustomers: figure })),
  purchases: statistic(purchases, z.object({ totalSuppliers: figure, activeSuppliers: figure, newSuppliers: figure })),
}
