import type { z } from 'zod'
import { purchases, sales } from '#contract/documents/sides.ts'
import type { bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { journalEntries } from '#contract/journal.ts'
import { payments } from '#contract/payments.ts'
import { decimal, sum, text } from '#ledger/money.ts'
import { bankCurrency } from '#server/bank/reconciliation-balance.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { manualSeries } from '#server/manual-entries/manual-entry-rows.ts'
import { saveManualEntry } from '#server/manual-entries/save-manual-entry.ts'
import { paymentSeries } from '#server/payments/payment-kind.ts'
import { savePayment } from '#server/payments/save-payment.ts'
import { chargeBefore } from './charge-taxes.ts'
import { requireMaking } from './line-permissions.ts'
import { type TaxedRow, withTax } from './line-tax.ts'
import { linkLine, lockOpenLine } from './match-line.ts'
import { ruledRow } from './rules.ts'
import type { StoredLine } from './stored-line.ts'
import { transferDay } from './transfers-and-rules.ts'
import { usualMethod } from './usual-method.ts'

/** A receipt of what came in, a payment of what went out, by the rules of their calls; then the line is matched with it. */
export async function payLine(
  context: Context,
  id: number,
  asked: z.output<typeof bankStatementCalls.pay.body>,
): Promise<void> {
  const line = await lockOpenLine(context, id, asked.version)
  requireMaking(context, 'voucher', line)
  const side = line.amount.startsWith('-') ? purchases : sales
  const method = asked.payment_method_id ?? (await usualMethod(context, line))
  const common = await commonOf(context, line)
  const number = await peekNumber(context.db, paymentSeries(side, line.line_date))
  const body = payments[side.name].input.parse({
    ...common,
    payment_number: number,
    proposed_number: number,
    payment_date: line.line_date,
    payment_method_id: method,
    [side.partyField]: asked.party_id,
    ...amountsOf(side, line, asked),
    references: asked.references ?? [],
    notes: line.description.slice(0, 500),
  })
  // Deferred writes are sent with the savepoint, so the entry can be matched.
  const { id: made_id } = await context.db.savepoint((db) => savePayment({ ...context, db }, side, null, body))
  await linkMade(context, line, side.payment, made_id)
}

type Paid = Pick<
  z.output<typeof bankStatementCalls.pay.body>,
  'amount' | 'fee' | 'fee_tax' | 'withholding_rate' | 'withholding_borne'
>

/** The bank shows a receipt less its fee, or a payment less the tax withheld that we do not bear. Matching refuses amounts of another sum. */
function amountsOf(side: typeof sales | typeof purchases, line: StoredLine, asked: Paid) {
  const shown = decimal(line.amount).abs()
  if (side.name === 'purchases') {
    const { withholding_rate, withholding_borne = false, amount } = asked
    return { amount: amount ?? text(shown), ...(withholding_rate && { withholding_rate }), withholding_borne }
  }
  const { fee = null, fee_tax = null } = asked
  const amount = asked.amount ?? text(shown.plus(fee ?? 0).plus(fee_tax ?? 0))
  return { amount, ...(fee && { fee }), ...(fee_tax && { fee_tax }) }
}

/** An entry of the line against other accounts: a fee, a tax, a transfer to another bank, or several of them; or by a rule. */
export async function enterLine(
  context: Context,
  id: number,
  asked: z.output<typeof bankStatementCalls.enter.body>,
): Promise<void> {
  const line = await lockOpenLine(context, id, asked.version)
  requireMaking(context, 'entry', line)
  requireOneSource(asked)
  const rows = await withBases(
    context,
    line,
    rowsOf(line, asked.rule_id ? { ...asked, ...(await ruledRow(context, asked.rule_id)) } : asked),
  )
  if (rows.some(({ account_id }) => account_id === line.account_id))
    throw new Refusal('bank_same_account', { field: 'account_id' })
  const common = await commonOf(context, line)
  const [only] = rows
  const day = rows.length === 1 && only ? await transferDay(context, line, only.account_id) : line.line_date
  const number = await peekNumber(context.db, manualSeries(day))
  const isIn = !line.amount.startsWith('-')
  const isBase = common.currency_id === context.session.organization.currency_id
  const taxed = await withTax(context, rows, { isIn, isBase, branch_id: common.branch_id })
  const amount = text(decimal(line.amount).abs())
  const description = asked.description ?? line.description.slice(0, 200)
  const body = journalEntries.input.parse({
    ...common,
    journal_number: number,
    proposed_number: number,
    journal_date: day,
    description,
    lines: [
      { account_id: line.account_id, ...sides(amount, isIn) },
      ...taxed.rows.map(({ amount: part, tax_id: _, is_tax_only: __, base: ___, ...row }) => ({
        ...row,
        ...sides(text(decimal(part).abs()), decimal(part).lt(0) ? isIn : !isIn),
      })),
    ],
  })
  const made_id = await context.db.savepoint((db) => saveManualEntry({ ...context, db }, null, body, taxed))
  await linkMade(context, line, 'manual', made_id)
}

const sides = (amount: string, isDebit: boolean) => ({ debit: isDebit ? amount : '0', credit: isDebit ? '0' : amount })

type Entered = z.output<typeof bankStatementCalls.enter.body>

const fieldsOfOne = ['tax_id', 'is_tax_only', 'cost_center_id', 'customer_id', 'supplier_id'] as const

/** A rule names every field itself, and each of several rows has its own: a field next to them would be ignored. */
function requireOneSource(asked: Entered): void {
  const unused = [
    ...(asked.rule_id ? (['account_id', 'rows'] as const) : []),
    ...(asked.rule_id || asked.rows ? fieldsOfOne : []),
  ].filter((field) => asked[field])
  const errors = Object.fromEntries(unused.map((field) => [field, { code: 'invalid_value' }]))
  if (unused.length > 0) throw new Refusal('invalid_input', { errors })
}

/** The rows against the account of the bank: one of the whole amount, or several that come to it. */
function rowsOf(line: StoredLine, { account_id, rows, ...one }: Entered): TaxedRow[] {
  const amount = decimal(line.amount).abs()
  if ((rows === undefined) === !account_id)
    throw new Refusal('invalid_input', { errors: { account_id: { code: 'required' } } })
  if (rows === undefined) {
    return [{ account_id: account_id as number, ...fieldsNamed(one), amount: text(amount) }]
  }
  const difference = amount.minus(sum(rows.map((row) => row.amount)))
  if (!difference.eq(0))
    throw new Refusal('bank_match_unequal', { field: 'rows', params: { difference: text(difference) } })
  return rows
}

const fieldsNamed = ({ cost_center_id, customer_id, supplier_id, tax_id, is_tax_only }: Partial<TaxedRow>) => ({
  cost_center_id,
  customer_id,
  supplier_id,
  tax_id,
  is_tax_only,
})

/** Rows that are tax only, with the charge next to the line that they are the tax of. */
async function withBases(context: Context, line: StoredLine, rows: readonly TaxedRow[]): Promise<TaxedRow[]> {
  const taxed = rows.filter(({ is_tax_only }) => is_tax_only)
  if (taxed.some(({ tax_id }) => !tax_id))
    throw new Refusal('invalid_input', { errors: { tax_id: { code: 'required' } } })
  const [only] = taxed
  if (!only || rows.length > 1) return [...rows]
  const tax = await context.db
    .selectFrom('taxes')
    .select('rate')
    .where('id', '=', only.tax_id as number)
    .executeTakeFirst()
  return [{ ...only, base: tax ? await chargeBefore(context, line, tax.rate) : null }]
}

async function commonOf(context: Context, line: StoredLine) {
  const currency = await bankCurrency(context, line.account_id)
  const branch = await context.db
    .selectFrom('branches')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return { currency_id: currency.id, branch_id: branch?.id as number }
}

/** Matches the line with what was posted of it on the account of the bank. */
async function linkMade(context: Context, line: StoredLine, made_kind: string, made_id: number): Promise<void> {
  const picked = await context.db
    .selectFrom('journal_entries as entry')
    .innerJoin('journal_lines as line', 'line.entry_id', 'entry.id')
    .select(['line.entry_id', 'line.line_number'])
    .where('entry.source', '=', made_kind)
    .where('entry.source_id', '=', made_id)
    .where('entry.reverses_id', 'is', null)
    .where('line.account_id', '=', line.account_id)
    .execute()
  await linkLine(context, line, picked, { made_kind, made_id })
}
