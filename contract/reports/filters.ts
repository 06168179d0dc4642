import { z } from 'zod'
import { entryKinds } from '#ledger/calendar/periods.ts'
import { forecastSources, forecastWeeks } from '#ledger/forecast/forecast.ts'
import { statementLines } from '#ledger/statements/statement-lines.ts'
import { boolean, choice, date, id } from '../fields/choice.ts'
import { multiValue } from '../kit/envelope.ts'

/**
 * The filters of reports. A report accepts those that apply to it; each is the same everywhere: in the address, the
 * call, the export and in links between reports.
 */
const empty = (value: unknown) => (value === '' || value === 'all' || value === 'null' ? undefined : value)
const filter = <T extends z.ZodType>(schema: T) => z.preprocess(empty, schema)
const ids = filter(multiValue(id).optional())

const compares = ['none', 'previous_period', 'same_period_last_year'] as const
export type Compare = (typeof compares)[number]
const depths = ['1', '2', '3', 'all'] as const

/** Both ends belong to the range; without them it is the financial year of today. */
export const range = { from: filter(date.optional()), to: filter(date.optional()) }
/** For reports of one moment: the end of this day. */
export const moment = { to: filter(date.optional()) }
export const branchFilter = { branch_id: ids }
/** The id 0 means no cost center. */
const noCostCenter = z.union([z.literal(0), z.literal('0').transform(() => 0 as const)])
export const costCenters = { cost_center_id: filter(multiValue(z.union([noCostCenter, id])).optional()) }
export const compare = { compare: filter(choice(compares).default('none')) }
/** Down to which level of the chart rows are shown. */
export const depth = {
  depth: z.preprocess((value) => (value === '' ? undefined : value), choice(depths).default('all')),
}
/** Only what had been posted by then, for auditors: up to the end of a day in Riyadh, or to an instant. */
export const knownAt = {
  as_known_at: filter(z.union([date, z.iso.datetime({ offset: true })], 'invalid_date').optional()),
}
/** Kinds of entries that a figure leaves out of its days: what it opens leaves them out as well; and what moved between its own accounts. */
export const withouts = ['opening', 'vat_settlement', 'own_transfer'] as const
export type Without = (typeof withouts)[number]
export const without = { without: filter(multiValue(choice(withouts)).optional()) }
export const closing = { include_closing: filter(boolean.default(false)) }
/** An account, or a line of a statement; with both, the part of the account that belongs to the line. */
export const accounts = { account_id: filter(id.optional()), line: filter(choice(statementLines).optional()) }
export const oneCustomer = { customer_id: id }
export const oneSupplier = { supplier_id: id }
export const anyCustomer = { customer_id: filter(id.optional()) }
export const anySupplier = { supplier_id: filter(id.optional()) }
/** How late something is, thirty days an age, from what is not yet due. */
export const ages = ['not_due', 'days_30', 'days_60', 'days_90', 'days_120', 'older'] as const
export type Age = (typeof ages)[number]
/** Open items by age. Advances have none. */
export const openParts = [...ages, 'advances'] as const
export const age = { age: filter(multiValue(choice(openParts)).optional()) }
/** In a foreign currency: only what was done in it, in its own amounts. */
export const currency = { currency_id: filter(id.optional()) }
export const oneProduct = { product_id: id }
export const oneLot = { lot_id: id }
export const anyProduct = { product_id: filter(id.optional()) }
export const oneParty = { party_id: filter(id.optional()) }
/** Rows after this one: the `next` of the answer before. Reports that may be long are read a page at a time. */
export const page = {
  after: filter(
    z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}\.\d{1,15}\.\d{1,9}$/, 'invalid_choice')
      .optional(),
  ),
  /** All of it at once, up to as many rows as a file may have: for paper. */
  whole: filter(boolean.default(false)),
}

/** The same for reports whose rows are parties or products: after so many rows. Their totals are always of all. */
export const places = {
  ...page,
  after: filter(
    z
      .string()
      .regex(/^\d{1,9}$/, 'invalid_choice')
      .optional(),
  ),
}

/** Open items are followed by advances, whose rows have their own count. */
export const openPlaces = {
  ...page,
  after: filter(
    z
      .string()
      .regex(/^(ahead\.)?\d{1,9}$/, 'invalid_choice')
      .optional(),
  ),
}

const splits = ['none', 'month', 'quarter', 'branch', 'cost_center'] as const
/** One column for each month, quarter, branch or cost center, and their total. */
export const split = { columns: filter(choice(splits).default('none')) }
/** Cost centers added up in those above them. */
export const rollUp = { roll_up: filter(boolean.default(false)) }

/** Boxes of the VAT return. */
export const boxes = { box: filter(multiValue(z.string().regex(/^\d{1,2}b?$/, 'invalid_choice')).optional()) }
/** Documents that no box holds, by why. */
export const missingTaxes = ['unclassified', 'out_of_scope', 'no_tax_entry'] as const
export type MissingTax = (typeof missingTaxes)[number]
export const missing = { missing: filter(choice(missingTaxes).optional()) }
/** Which entries of the journal: their kind, and who posted them. */
export const entryFilters = {
  kind: filter(choice(entryKinds).optional()),
  user_id: filter(id.optional()),
}

/** Rows of the cash forecast: of one source, of one week. */
export const forecast = {
  source: filter(choice(forecastSources).optional()),
  week: filter(z.coerce.number().int().min(1).max(forecastWeeks).optional()),
}
