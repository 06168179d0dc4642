import { z } from 'zod'
import { sessionOrganization } from './access/auth.ts'
import { formAdmission } from './access/form-lookup-permissions.ts'
import { partsInput, partsRecord } from './access/switched-parts.ts'
import { settingVerbs } from './crud-permissions.ts'
import { activeStatus, boolean, choice, date, file, id, optional, version } from './fields/choice.ts'
import { amount, exchangeRate, wire } from './fields/decimal.ts'
import { addressInput, addressRecord } from './fields/national-address.ts'
import { memberTin, registrationInput, registrationRecord } from './fields/registration.ts'
import { instant, maybeText, nullable, nullableInt, reference } from './fields/response-fields.ts'
import { email, phone, saudiTaxNumber, text, textOf } from './fields/text.ts'
import { optionQuery } from './kit/envelope.ts'
import { defineCall, defineResource } from './kit/resource.ts'

export const statusFilter = { status: activeStatus }
export const masterRecord = { id: z.int(), status: z.string(), created_at: instant, version: z.int() }

export const entityTypes = ['company', 'establishment'] as const
/** Money that settles no invoice: a credit of the customer, or refused until an advance tax invoice was issued for it. */
export const receiptsWithoutReference = ['credit', 'advance_tax_invoice'] as const
/** The effect of saving an invoice or a bill without a status. */
export const saveActions = ['confirm', 'draft'] as const
/** The organisation's own statement about its VAT registration. An unregistered one charges no VAT. */
export const vatStatuses = ['registered', 'not_registered'] as const
export const organizationInput = z.object({
  name: text,
  name_en: optional(text),
  username: textOf(60),
  email,
  mobile: phone,
  phone: optional(phone),
  country_id: id,
  address: optional(textOf(300)),
  ...addressInput,
  city_id: optional(id),
  vat_status: optional(choice(vatStatuses)),
  tax_number: optional(saudiTaxNumber),
  ...registrationInput,
  /** What it does, and for a member of a VAT group its own ten digits: both go into the certificate request. */
  industry: optional(textOf(60)),
  member_tin: optional(memberTin),
  entity_type: choice(entityTypes),
  currency_id: id,
  /** Whether a typed number outside the automatic series is accepted on invoices, payments and entries. */
  manual_numbers: boolean.optional(),
  receipt_without_reference: choice(receiptsWithoutReference).optional(),
  default_save_action: choice(saveActions).optional(),
  /** Whether every row of a document takes its tax, also of a product that applies none. */
  row_tax_always_invoice: boolean.optional(),
  /** Whether prices of new documents are typed with tax unless the document says otherwise. */
  prices_include_tax: boolean.optional(),
  ...partsInput,
  /**
   * By how much a receipt may fall short of an invoice and still settle it, in base currency. 0 writes off nothing
   * automatically.
   */
  settlement_tolerance: amount.optional(),
  /** The income account that discounts of sales are posted to; '' posts sales net of them. */
  discount_account_id: optional(id),
  logo_file: file,
  version,
})
/** What the page of the set-up also asks for: whether it is registered for VAT, and the city, which its first branch has too. */
export const onboardingOrganization = organizationInput.extend({ vat_status: choice(vatStatuses), city_id: id })
const organizationRecord = z.object({
  id: z.int(),
  name: z.string(),
  name_en: maybeText,
  username: maybeText,
  email: maybeText,
  mobile: maybeText,
  phone: maybeText,
  country_id: nullableInt,
  address: maybeText,
  ...addressRecord,
  city_id: nullableInt,
  vat_status: z.enum(vatStatuses).nullable(),
  tax_number: maybeText,
  ...registrationRecord,
  industry: maybeText,
  member_tin: maybeText,
  entity_type: maybeText,
  currency_id: z.int(),
  manual_numbers: z.boolean(),
  receipt_without_reference: z.enum(receiptsWithoutReference),
  default_save_action: z.enum(saveActions),
  row_tax_always_invoice: z.boolean(),
  prices_include_tax: z.boolean(),
  ...partsRecord,
  settlement_tolerance: wire,
  discount_account_id: nullableInt,
  logo: maybeText,
  status: z.string(),
  version: z.int(),
})

const branchFields = {
  name: text,
  name_en: optional(text),
  email,
  mobile: optional(phone),
  phone: optional(phone),
  city_id: optional(id),
  address: optional(textOf(300)),
  ...addressInput,
  /** If the branch has its own, it is printed on the branch's documents. */
  ...registrationInput,
}
export const branchInformation = z.object({ ...branchFields, mobile: phone, city_id: id })
/** The wizard sends these values back unchanged; they carry no information. */
const given = { id: id.optional(), status: z.string().optional(), logo: optional(z.string()) }
export const onboardingInput = z.object({
  organization_information: organizationInput.extend(given),
  branch_information: branchInformation,
})
/** The same as the page asks for it: what the first branch leaves empty is the organization's. */
export const branchOfOrganization = z.object({ ...branchFields, name: optional(text), email: optional(email) })
export const onboardingForm = z.object({
  organization_information: onboardingOrganization.extend(given),
  branch_information: branchOfOrganization,
})

export const organizationCalls = {
  show: defineCall({
    method: 'GET',
    path: '/organization/show',
    kind: 'item',
    admission: [settingVerbs.read, settingVerbs.update],
    labels: 'organization',
    answer: organizationRecord,
  }),
  update: defineCall({
    method: 'POST',
    path: '/organization/update',
    kind: 'update',
    admission: [settingVerbs.update],
    labels: 'organization',
    body: organizationInput,
    answer: organizationRecord,
  }),
  onboarding: defineCall({
    method: 'GET',
    path: '/organization/onboarding',
    kind: 'item',
    admission: [settingVerbs.update],
    labels: 'organization',
    answer: organizationRecord.partial().extend({ id: z.int(), username: maybeText }),
  }),
  submitOnboarding: defineCall({
    method: 'POST',
    path: '/organization/onboarding/submit',
    kind: 'action',
    admission: [settingVerbs.update],
    labels: 'organization',
    body: onboardingInput,
    answer: sessionOrganization,
  }),
}

/** `with_id`: the options include the record's current value even if it is inactive. */
export const keptOptions = optionQuery.extend({ with_id: id.optional() })

export const branches = defineResource('branch', '/branches', {
  permissions: settingVerbs,
  input: z.object({ ...branchFields, status: activeStatus, version }),
  record: z.object({
    ...masterRecord,
    name: z.string(),
    name_en: maybeText,
    email: maybeText,
    mobile: maybeText,
    phone: maybeText,
    city_id: nullableInt,
    address: maybeText,
    ...addressRecord,
    ...registrationRecord,
  }),
  row: z.object({
    ...masterRecord,
    name: z.string(),
    name_en: maybeText,
    email: maybeText,
    phone: maybeText,
  }),
  list: {
    search: ['name', 'name_en', 'email'],
    sort: ['name', 'email', 'phone', 'status', 'created_at'],
    order: '-created_at',
    filter: statusFilter,
  },
  option: {
    shape: z.object({ id: z.int(), name: z.string(), name_en: maybeText }),
    admission: formAdmission,
    query: keptOptions,
  },
})

/**
 * Each way of paying has its cash or bank account: the payment form names no account. Money may leave through another one, as
 * cheques that are written out do.
 */
export const paymentMethods = defineResource('payment_method', '/payment-methods', {
  permissions: settingVerbs,
  input: z.object({
    name: text,
    name_en: optional(text),
    account_id: id,
    outgoing_account_id: optional(id),
    status: activeStatus,
    version,
  }),
  record: z.object({
    ...masterRecord,
    name: z.string(),
    name_en: maybeText,
    account_id: z.int(),
    account: reference,
    outgoing_account_id: nullable(z.int()),
    outgoing_account: nullable(reference),
    moves_money: z.boolean(),
  }),
  /** `moves_money` is false of a method whose account takes no money: it was bound to it before that was asked. */
  row: z.object({
    ...masterRecord,
    name: z.string(),
    name_en: maybeText,
    account: reference,
    outgoing_account: nullable(reference),
    moves_money: z.boolean(),
  }),
  list: {
    search: ['name', 'name_en'],
    sort: ['name', 'account', 'status', 'created_at'],
    order: '-created_at',
    filter: statusFilter,
  },
})

const lookUp = <Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  admission: typeof formAdmission | 'signed-in' = 'signed-in',
) => defineCall({ method: 'GET', path, kind: 'options', admission, labels: 'common', answer: shape })
const named = z.object({ id: z.int(), name: z.string(), name_en: maybeText })
export const lookUps = {
  /** With the rate of a day, by default today. */
  currencies: defineCall({
    method: 'GET',
    path: '/currencies/list',
    kind: 'options',
    admission: 'signed-in',
    labels: 'common',
    query: z.object({ date: optional(date) }),
    answer: named.extend({ symbol: z.string(), code: z.string(), decimals: z.int(), rate: z.union([wire, z.null()]) }),
  }),
  countries: lookUp('/countries/list', named.extend({ code: z.string() })),
  cities: lookUp('/cities/list', named.extend({ country_id: z.int() })),
  paymentMethods: lookUp('/payment-methods/list', named.extend({ moves_money: z.boolean() }), formAdmission),
}

/** A foreign currency the organisation deals in and what one unit of it is worth in its own. */
export const currencyRateCall = defineCall({
  method: 'POST',
  path: '/currencies/:id/rate',
  kind: 'update',
  admission: [settingVerbs.update],
  labels: 'currency',
  params: z.object({ id }),
  /** Valid from this day. Without a day, the rate is valid for all days that have no dated rate. */
  body: z.object({ rate: exchangeRate, valid_on: optional(date) }),
  answer: z.object({ id: z.int(), rate: wire }),
})
/** The rates that hold from a day on, the latest first; and forgetting one: what was posted with it stays. */
export const datedRates = {
  list: defineCall({
    method: 'GET',
    path: '/currencies/:id/rates',
    kind: 'options',
    admission: [settingVerbs.read, settingVerbs.update],
    labels: 'currency',
    params: z.object({ id }),
    answer: z.object({ valid_on: z.string(), rate: wire }),
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/currencies/:id/rates/:valid_on',
    kind: 'delete',
    admission: [settingVerbs.update],
    labels: 'currency',
    params: z.object({ id, valid_on: date }),
    answer: z.object({ id: z.int() }),
  }),
}
