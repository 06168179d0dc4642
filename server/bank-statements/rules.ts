import { sql } from 'kysely'
import type { z } from 'zod'
import type { bankRules } from '#contract/imports/bank-rules.ts'
import type { FieldErrors } from '#contract/issues.ts'
import { decimal, ratio, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import type { Answer } from '#server/http/pipeline.ts'
import { itemRoles } from '#server/manual-entries/check-manual-entry.ts'
import type { Listing } from '#server/resource/list.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'
import { fitsRule, type RuleConditions } from './guessing/rule-fits.ts'
import { taxOf } from './line-tax.ts'

const account = sql`json_build_object('id', accounts.id, 'number', accounts.number, 'name', accounts.name, 'name_en', accounts.name_en)`

export const ruleListing: Listing = {
  table: 'bank_rules',
  from: (db) => db.selectFrom('bank_rules').innerJoin('accounts', 'accounts.id', 'bank_rules.account_id'),
  select: (query) => query.selectAll('bank_rules').select(account.as('account')),
}

export async function saveRule(
  context: Context,
  id: number | null,
  body: z.output<typeof bankRules.input>,
): Promise<number> {
  const { db } = context
  const { version, ...columns } = body
  await requireRows(db, {
    account_id: ['accounts', body.account_id, { type: 'sub' }, null],
    bank_account_id: ['accounts', body.bank_account_id, { type: 'sub', cash_flow_tag: 'cash' }],
    cost_center_id: ['cost_centers', body.cost_center_id, { type: 'sub' }],
    customer_id: ['parties', body.customer_id, { kind: 'customer' }],
    supplier_id: ['parties', body.supplier_id, { kind: 'supplier' }],
  })
  if (body.tax_id)
    await taxOf(context, { tax_id: body.tax_id, account_id: body.account_id }, id && (await storedTax(context, id)))
  await requireEnterable(context, body)
  const errors: FieldErrors = {}
  if (body.is_tax_only && !body.tax_id) errors.tax_id = { code: 'required' }
  if (body.amount_min && body.amount_max && decimal(body.amount_min).gt(body.amount_max))
    errors.amount_max = { code: 'out_of_range' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  const given = sentFields({ ...columns, is_tax_only: body.is_tax_only ?? undefined })
  // Lines that were refused may be taken by the changed rule.
  await db.updateTable('bank_statement_lines').set({ refusal: null }).where('refusal', 'is not', null).execute()
  if (id === null) return insertRow(db, 'bank_rules', given)
  await updateRow(db, 'bank_rules', id, given, version)
  return id
}

/** A rule whose entries would all be refused is not saved: the system alone posts to its account, or it needs a party. */
async function requireEnterable({ db }: Context, rule: z.output<typeof bankRules.input>): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['role', 'manual_entries'])
    .where('id', '=', rule.account_id)
    .executeTakeFirst()
  if (!account?.manual_entries) throw new Refusal('control_account', { field: 'account_id' })
  const item = itemRoles[account.role as keyof typeof itemRoles]
  if (item && !rule[item.party])
    throw new Refusal('invalid_input', { errors: { [item.party]: { code: 'party_needed' } } })
}

async function storedTax({ db }: Context, id: number): Promise<number | null> {
  const rule = await db.selectFrom('bank_rules').select('tax_id').where('id', '=', id).executeTakeFirst()
  return rule?.tax_id ?? null
}

/** The fields of an entry that a rule names. */
export async function ruledRow({ db }: Context, id: number) {
  const rule = await db
    .selectFrom('bank_rules')
    .select(['account_id', 'cost_center_id', 'customer_id', 'supplier_id', 'tax_id', 'is_tax_only'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!rule) throw new Refusal('invalid_input', { errors: { rule_id: { code: 'unknown_reference' } } })
  return rule
}

const lookedAt = 5_000
const shown = 100

type RuleInput = Partial<RuleConditions> &
  Pick<RuleConditions, 'words' | 'direction'> & {
    tax_id?: number
    is_tax_only?: boolean
  }

/** The latest lines that fit the conditions of a rule, with the tax that each contains. */
export async function previewRule(
  { db, session }: Context,
  { tax_id, is_tax_only, ...asked }: RuleInput,
): Promise<Answer> {
  await requireRows(db, { tax_id: ['taxes', tax_id] })
  const tax = tax_id
    ? await db.selectFrom('taxes').select(['rate', 'reverse_charge']).where('id', '=', tax_id).executeTakeFirst()
    : undefined
  const { decimals } = session.organization
  const contained = (amount: string) =>
    !tax || tax.reverse_charge
      ? '0'
      : is_tax_only
        ? text(decimal(amount).abs())
        : text(ratio(decimal(amount).abs(), tax.rate, decimal(tax.rate).plus(100), decimals))
  const rule: RuleConditions = { bank_account_id: null, amount_min: null, amount_max: null, ...asked }
  const rows = await db
    .selectFrom('bank_statement_lines')
    .select(['id', 'account_id', 'line_date', 'amount', 'description', 'reference', 'counterparty', 'state'])
    .orderBy('line_date', 'desc')
    .orderBy('id', 'desc')
    .limit(lookedAt)
    .execute()
  const fitting = rows.filter((row) => fitsRule(rule, row))
  return {
    data: fitting.slice(0, shown).map((row) => ({ ...row, tax: contained(row.amount) })),
    meta: { total: fitting.length },
  }
}
