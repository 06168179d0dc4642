import { sql } from 'kysely'
import type { FieldErrors } from '#contract/issues.ts'
import { relief } from '#ledger/allocation.ts'
import { type Decimal, decimal, min, round, sum, text } from '#ledger/money.ts'
import type { Deduction } from '#ledger/posting/final-invoice.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Facts } from '../document-facts.ts'
import type { DocumentInput } from '../document-input.ts'
import { type AdvanceState, lockAdvances } from './lock-advances.ts'

export type PlannedDeduction = Deduction & { advance_id: number; net: Decimal; tax: Decimal }

/**
 * The deductions of an invoice per advance (V34), or every refusal on its row. Tax follows the amount cumulatively, so
 * that the last part takes exactly the rest; for a fully prepaid invoice it is never above the invoice's tax. The
 * advances stay locked: two invoices never deduct the same riyal.
 */
export async function planDeductions(
  context: Context,
  input: DocumentInput,
  facts: Facts,
): Promise<PlannedDeduction[]> {
  const asks = input.advances ?? []
  if (asks.length === 0) return []
  const advances = await lockAdvances(
    context,
    asks.map((ask) => ask.advance_id),
  )
  const errors: FieldErrors = {}
  const planned: PlannedDeduction[] = []
  for (const [index, ask] of asks.entries()) {
    const advance = advances.get(ask.advance_id)
    const refuse = (field: 'advance_id' | 'amount', code: string, available?: Decimal) => {
      errors[`advances.${index}.${field}`] = { code, ...(available && { params: { available: text(available) } }) }
    }
    const problem = problemOf(advance, input, asks.findIndex((other) => other.advance_id === ask.advance_id) < index)
    if (!advance || problem) {
      refuse('advance_id', problem ?? 'unknown_reference')
      continue
    }
    const tax_index = facts.totals.taxes.findIndex((tax) => tax.key === advance.tax_key)
    const category = facts.totals.taxes[tax_index]
    if (!category) {
      refuse('advance_id', 'advance_tax_differs')
      continue
    }
    const net = decimal(ask.amount)
    const left = decimal(advance.net).minus(advance.taken_net)
    const share = relief(
      { whole: advance.net, base: advance.tax, taken: advance.taken_net, taken_base: advance.taken_tax },
      net,
      facts.decimals,
    )
    const own = planned.filter((other) => other.tax_index === tax_index)
    const free = category.base.minus(sum(own.map((other) => other.net)))
    const tax = fittingTax(
      share,
      category.tax.minus(sum(own.map((other) => other.tax))),
      own.length + 1,
      facts.decimals,
    )
    if (!round(net, facts.decimals).eq(net)) refuse('amount', 'too_many_decimals')
    else if (net.gt(left)) refuse('amount', 'exceeds_advance', left)
    else if (net.gt(free)) refuse('amount', 'advance_exceeds_invoice', free)
    else if (tax === null) refuse('amount', 'advance_tax_exceeds')
    else
      planned.push({
        advance_id: advance.id,
        branch_id: advance.branch_id,
        tax_index,
        net,
        tax,
        net_base: net,
        tax_base: tax,
      })
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
  return planned
}

/**
 * The tax of each advance was rounded by itself, that of the invoice once: together they may come to a little more than it bears. Such
 * a rest of rounding stays with the advance, as it was charged and declared. Null for more than that, as where rates differ.
 */
function fittingTax(share: Decimal, free: Decimal, parts: number, decimals: number): Decimal | null {
  const rest = share.minus(free)
  return rest.gt(decimal(parts).div(10 ** decimals)) ? null : min(share, free)
}

function problemOf(advance: AdvanceState | undefined, input: DocumentInput, isRepeated: boolean): string | undefined {
  if (isRepeated) return 'row_repeated'
  if (advance?.state !== 'posted') return 'unknown_reference'
  if (advance.party_id !== input.party_id) return 'party_mismatch'
  if (advance.currency_id !== input.currency_id) return 'currency_mismatch'
  return advance.document_date > input.date ? 'advance_later' : undefined
}

/** The total that advances deducted from an invoice, including tax. */
export const deductedBy = (planned: readonly PlannedDeduction[]): Decimal =>
  sum(planned.flatMap(({ net, tax }) => [net, tax]))

/** The deductions of a draft are stored with it until it is confirmed. */
export async function saveDraftDeductions({ db }: Context, id: number, asks: DocumentInput['advances']): Promise<void> {
  if (asks === undefined) return
  await db.deleteFrom('advance_deductions').where('invoice_id', '=', id).execute()
  const rows = asks.map(({ advance_id, amount }, index) => ({
    ...{ invoice_id: id, line_number: index + 1, advance_id, net: amount },
  }))
  if (rows.length > 0) await db.insertInto('advance_deductions').values(rows).execute()
}

type Posted = { id: number; date: string; revision: number; entry_id: number }

/** Writes down what a confirmed invoice took: it is settled by that much, and the advances are used by it. */
export async function writeDeductions(
  context: Context,
  { id, date, revision, entry_id }: Posted,
  planned: readonly PlannedDeduction[],
): Promise<void> {
  if (planned.length === 0) return
  const { db } = context
  await db.deleteFrom('advance_deductions').where('invoice_id', '=', id).execute()
  const rows = planned.map(({ advance_id, net, tax }, index) => ({
    ...{ invoice_id: id, line_number: index + 1, advance_id, net: text(net), tax: text(tax), is_posted: true },
  }))
  const allocations = planned.map(({ advance_id, net, tax }) => {
    const amount = text(net.plus(tax))
    return {
      ...{ document_id: id, advance_id, payment_revision: revision, allocation_date: date, entry_id },
      ...{ amount, carrying_base: amount, source_base: amount, fx_difference_base: '0' },
    }
  })
  await Promise.all([
    db.insertInto('advance_deductions').values(rows).execute(),
    db.insertInto('allocations').values(allocations).execute(),
    // They settle it on its own day. A release has the day of the deduction.
    db
      .updateTable('documents')
      .set({
        first_settled_on: sql`least(first_settled_on, ${date}::date)`,
        last_settled_on: sql`greatest(last_settled_on, ${date}::date)`,
      })
      .where('id', '=', id)
      .execute(),
    applyToAdvances(context, planned, 1),
  ])
}

/** Releases the deductions of a posted invoice before it is corrected or voided: its entry was reversed elsewhere. */
export async function releaseDeductions(
  context: Context,
  { id, advances_deducted }: { id: number; advances_deducted: string },
  entry_id: number | null,
): Promise<void> {
  if (decimal(advances_deducted).eq(0)) return
  const { db } = context
  const rows = await db
    .updateTable('advance_deductions')
    .set({ is_posted: false })
    .where('invoice_id', '=', id)
    .where('is_posted', '=', true)
    .returning(['advance_id', 'net', 'tax'])
    .execute()
  await lockAdvances(
    context,
    rows.map((row) => row.advance_id),
  )
  await applyToAdvances(
    context,
    rows.map((row) => ({ ...row, net: decimal(row.net), tax: decimal(row.tax) })),
    -1,
  )
  await sql`
    INSERT INTO allocations (organization_id, document_id, advance_id, payment_revision, allocation_date, amount, carrying_base, source_base,
      fx_difference_base, entry_id, reverses_id)
    SELECT standing.organization_id, standing.document_id, standing.advance_id, standing.payment_revision, standing.allocation_date,
      -standing.amount, -standing.carrying_base, -standing.source_base, -standing.fx_difference_base, ${entry_id}::bigint, standing.id
    FROM allocations AS standing
    WHERE standing.organization_id = ${context.session.organization_id} AND standing.document_id = ${id} AND standing.advance_id IS NOT NULL
      AND standing.reverses_id IS NULL AND NOT EXISTS (SELECT 1 FROM allocations AS undo
        WHERE undo.organization_id = standing.organization_id AND undo.reverses_id = standing.id)`.execute(db)
  await db
    .updateTable('documents')
    .set({ settled: '0', settled_base: '0', advances_deducted: '0' })
    .where('id', '=', id)
    .execute()
}

async function applyToAdvances(
  { db, session }: Context,
  rows: readonly { advance_id: number; net: Decimal; tax: Decimal }[],
  sign: 1 | -1,
): Promise<void> {
  const uses = rows.map(({ advance_id, net, tax }) => ({ id: advance_id, amount: text(net.plus(tax).times(sign)) }))
  await sql`
    UPDATE documents SET advances_deducted = advances_deducted + used.amount, version = version + 1
    FROM jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS used (id bigint, amount numeric)
    WHERE documents.organization_id = ${session.organization_id} AND documents.id = used.id`.execute(db)
}
