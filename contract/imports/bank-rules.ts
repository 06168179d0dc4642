import { z } from 'zod'
import { activeStatus, boolean, choice, id, optional, version } from '../fields/choice.ts'
import { amount, wire } from '../fields/decimal.ts'
import { instant, nullable, nullableInt, reference } from '../fields/response-fields.ts'
import { text } from '../fields/text.ts'
import { defineCall, defineResource } from '../kit/resource.ts'

const permission = 'reconcile-bank'
const admission = [permission] as const
const account = reference.extend({ number: z.string() })
const money = z.union([wire, z.null()])

const ruleFields = {
  name: z.string(),
  bank_account_id: nullableInt,
  direction: z.string(),
  words: z.string(),
  amount_min: money,
  amount_max: money,
  account_id: z.int(),
  account,
  cost_center_id: nullableInt,
  customer_id: nullableInt,
  supplier_id: nullableInt,
  tax_id: nullableInt,
  is_tax_only: z.boolean(),
  status: z.string(),
  created_at: instant,
  version: z.int(),
}
export const directions = ['in', 'out', 'both'] as const
export const bankRules = defineResource('bank_rule', '/bank/rules', {
  permissions: { list: permission, read: permission, create: permission, update: permission, delete: permission },
  input: z.object({
    name: text,
    bank_account_id: optional(id),
    direction: choice(directions),
    words: text,
    amount_min: optional(amount),
    amount_max: optional(amount),
    account_id: id,
    cost_center_id: optional(id),
    customer_id: optional(id),
    supplier_id: optional(id),
    /** The tax that the amounts contain. */
    tax_id: optional(id),
    /** The amounts are tax only: of charges that are lines of their own. */
    is_tax_only: optional(boolean),
    status: activeStatus,
    version,
  }),
  record: z.object({ id: z.int(), ...ruleFields }),
  row: z.object({ id: z.int(), ...ruleFields }),
  list: {
    search: ['name'],
    sort: ['name', 'status', 'created_at'],
    order: '-created_at',
    filter: { status: activeStatus },
  },
})
/** The open and past lines that a rule would be about, before it is saved. */
export const rulePreview = defineCall({
  method: 'GET',
  path: '/bank/rules/preview',
  kind: 'options',
  admission,
  labels: 'bank_rule',
  query: z.object({
    words: text,
    direction: choice(directions),
    bank_account_id: id.optional(),
    amount_min: amount.optional(),
    amount_max: amount.optional(),
    tax_id: id.optional(),
    is_tax_only: boolean.optional(),
  }),
  answer: nullable(
    z.object({
      id: z.int(),
      line_date: z.string(),
      amount: wire,
      description: z.string(),
      state: z.string(),
      /** Of the amount, by the tax of the rule. */
      tax: wire,
    }),
  ),
})

/** Rules that what was done before suggests: a text that was entered against the same account more than once. */
export const ruleProposals = defineCall({
  method: 'GET',
  path: '/bank/rules/proposals',
  kind: 'options',
  admission,
  labels: 'bank_rule',
  answer: z.object({
    words: z.string(),
    direction: choice(directions),
    account_id: z.int(),
    tax_id: nullableInt,
    account,
    /** How often it was entered so, and how many open lines it would be about. */
    times: z.int(),
    open: z.int(),
    example: z.string(),
  }),
})
export type RuleProposal = z.output<typeof ruleProposals.answer>
