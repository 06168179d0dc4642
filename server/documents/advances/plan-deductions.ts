import { sql } from 'kysely'
import { decimal, text } from '#ledger/money.ts'
import { read } from '#server/core/needs.ts'
import type { StoredAllocation } from '#server/posting/facts/allocations.ts'
import type { Id } from '#server/posting/placeholders.ts'
import type { Plan } from '#server/posting/plan.ts'
import type { DocumentInput } from '../document-input.ts'
import type { DocumentRow, LockedDocuments } from '../posting/locked-documents.ts'
import type { PlannedDeduction } from './advance-deductions.ts'

type StoredDeduction = { advance_id: number; net: string; tax: string }
/** What a posted invoice has taken of advances. */
export type PostedDeductions = { rows: readonly StoredDeduction[]; allocations: readonly StoredAllocation[] }

export const postedDeductions = (invoice: number) =>
  read(async ({ db, session }): Promise<PostedDeductions> => {
    const [rows, allocations] = await Promise.all([
      db
        .selectFrom('advance_deductions')
        .select(['advance_id', 'net', 'tax'])
        .where('invoice_id', '=', invoice)
        .where('is_posted', '=', true)
        .orderBy('line_number')
        .execute(),
      db
        .selectFrom('allocations')
        .selectAll()
        .where('document_id', '=', invoice)
        .where('advance_id', 'is not', null)
        .where('reverses_id', 'is', null)
        .where(
          sql<boolean>`NOT EXISTS (SELECT 1 FROM allocations AS undo
            WHERE undo.organization_id = ${session.organization_id} AND undo.reverses_id = allocations.id)`,
        )
        .orderBy('id')
        .execute(),
    ])
    return { rows, allocations }
  })

/** The deductions of a draft are stored with it until it is confirmed. */
export function planDraftDeductions(plan: Plan, id: number, asks: DocumentInput['advances']): void {
  if (asks === undefined) return
  plan.remove('advance_deductions', { invoice_id: id })
  for (const [index, { advance_id, amount }] of asks.entries())
    plan.add('advance_deductions', { invoice_id: id, line_number: index + 1, advance_id, net: amount })
}

/** What is taken of advances while a plan is made: an invoice may give an advance back and take it again. */
export type AdvancesTaken = Map<number, DocumentRow>

export const advancesTaken = (documents: LockedDocuments): AdvancesTaken =>
  new Map([...documents].map(([id, row]) => [id, { ...row }]))

function takeOf(plan: Plan, advances: AdvancesTaken, { advance_id, net, tax }: StoredDeduction, sign: 1 | -1): void {
  const advance = advances.get(advance_id) as DocumentRow
  advance.advances_deducted = text(decimal(advance.advances_deducted).plus(decimal(net).plus(tax).times(sign)))
  const { advances_deducted, version } = advance
  plan.change('documents', advance_id, { advances_deducted, version: version + 1 })
}

type PostedFinal = { id: number; date: string; revision: number; entry_id: Id | null }

/** Plans what a confirmed invoice takes: it is settled by that much, and the advances are used by it. */
export function planDeductions(
  plan: Plan,
  { id, date, revision, entry_id }: PostedFinal,
  planned: readonly PlannedDeduction[],
  advances: AdvancesTaken,
): void {
  if (planned.length === 0) return
  plan.remove('advance_deductions', { invoice_id: id })
  for (const [index, { advance_id, net, tax }] of planned.entries()) {
    const own = { net: text(net), tax: text(tax) }
    plan.add('advance_deductions', { invoice_id: id, line_number: index + 1, advance_id, ...own, is_posted: true })
  }
  for (const { advance_id, net, tax } of planned) {
    const amount = text(net.plus(tax))
    plan.add('allocations', {
      document_id: id,
      advance_id,
      payment_revision: revision,
      allocation_date: date,
      entry_id,
      amount,
      carrying_base: amount,
      source_base: amount,
      fx_difference_base: '0',
    })
    takeOf(plan, advances, { advance_id, net: text(net), tax: text(tax) }, 1)
  }
}

/** Plans that the deductions of a posted invoice are released: its entry is reversed by `entry_id`. */
export function planReleasedDeductions(
  plan: Plan,
  { id, advances_deducted }: DocumentRow,
  { rows, allocations }: PostedDeductions,
  advances: AdvancesTaken,
  entry_id: Id | null,
): void {
  if (decimal(advances_deducted).eq(0)) return
  plan.changeBy('advance_deductions', { invoice_id: id, is_posted: true }, { is_posted: false })
  for (const row of rows) takeOf(plan, advances, row, -1)
  for (const row of allocations) {
    const negative = (amount: string) => text(decimal(amount).neg())
    plan.add('allocations', {
      document_id: id,
      advance_id: row.advance_id,
      payment_revision: row.payment_revision,
      allocation_date: row.allocation_date,
      amount: negative(row.amount),
      carrying_base: negative(row.carrying_base),
      source_base: negative(row.source_base),
      fx_difference_base: negative(row.fx_difference_base),
      entry_id,
      reverses_id: row.id,
    })
  }
  plan.change('documents', id, { settled: '0', settled_base: '0', advances_deducted: '0' })
}
