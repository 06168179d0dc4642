import { text } from '#ledger/money.ts'
import { customsEntry } from '#ledger/posting/customs.ts'
import type { Period } from '#server/journal/periods.ts'
import type { Caller, Plan, Values } from '#server/posting/plan.ts'
import type { PlannedStock } from '#server/stock/planned-stock.ts'
import { type DeclarationInput, declarationKind, type StoredDeclaration } from './declaration.ts'
import type { DeclarationFigures } from './declaration-figures.ts'
import { planDuty } from './duty-plan.ts'

type Facts = { figures: DeclarationFigures; period: Period; stock: PlannedStock }
type Content = { id: number; stored: StoredDeclaration | null; input: DeclarationInput; revision: number }

/** Plans the content of a declaration as a document of its own, in base currency: its entry, its rows, and the duty that goods bear. */
export function planDeclaration(plan: Plan, caller: Caller, facts: Facts, content: Content): void {
  const { figures, period, stock } = facts
  const { id, stored, input, revision } = content
  const { lines, duties, moves } = planDuty(caller, id, input, figures, stock)
  const entry = customsEntry({
    branch_id: input.branch_id,
    party_id: input.supplier_id,
    document_id: id,
    duties,
    base: figures.vat_base,
    tax: figures.vat,
    tax_id: figures.tax.box_tax_id,
  })
  const head = { source: declarationKind, source_id: id, source_revision: revision, date: input.declaration_date }
  const entry_id = plan.post(
    period,
    { ...head, kind: 'customs', description: input.declaration_number },
    // Without tax nothing is reported in a box.
    figures.vat.eq(0) ? { ...entry, taxes: [] } : entry,
  )
  planHead(plan, caller, figures, content, {
    entry_id,
    number: input.declaration_number,
    state: 'posted',
    status: 'sent',
    posted_at: stored?.posted_at ?? caller.now,
  })
  planReferences(plan, figures, content)
  if (stored) for (const table of childTables) plan.remove(table, { document_id: id })
  const { tax, vat_base, vat } = figures
  plan.add('document_taxes', {
    document_id: id,
    tax_key: String(tax.id),
    tax_id: tax.id,
    category: 'S',
    rate: tax.rate,
    base: text(vat_base),
    tax: text(vat),
  })
  for (const [index, line] of lines.entries())
    plan.add('customs_declaration_lines', {
      document_id: id,
      line_number: index + 1,
      product_id: line.product_id,
      quantity: line.quantity,
      value: line.value,
      duty: text(line.duty),
      stock_duty: text(line.stock_duty),
    })
  stock.move(moves, entry_id)
}

const childTables = ['document_taxes', 'customs_declaration_lines'] as const

/** Plans the document of a declaration. `posted`: what follows from its entry. */
export function planHead(
  plan: Plan,
  { session }: Caller,
  { tax, duty, vat, total }: DeclarationFigures,
  { id, stored, input, revision }: Content,
  posted: Values,
): void {
  const columns = {
    draft_number: input.declaration_number,
    document_date: input.declaration_date,
    due_date: input.due_date,
    party_id: input.supplier_id,
    branch_id: input.branch_id,
    tax_id: tax.id,
    currency_id: session.organization.currency_id,
    exchange_rate: '1',
    ...(input.notes !== undefined && { notes: input.notes }),
    subtotal: text(duty),
    tax: text(vat),
    total: text(total),
    net_base: text(duty),
    tax_base: text(vat),
    total_base: text(total),
    ...posted,
  }
  if (stored) plan.change('documents', id, { ...columns, revision, version: stored.version + 1 })
  else {
    const own = { id, kind: declarationKind, party_kind: 'supplier', created_by: session.user_id }
    plan.add('documents', { ...columns, ...own })
  }
}

/** Plans the value of a declaration and the bills that it points at. */
export function planReferences(
  plan: Plan,
  { vat_base }: DeclarationFigures,
  { id, stored, input }: Pick<Content, 'id' | 'stored' | 'input'>,
): void {
  const columns = { customs_value: input.customs_value, vat_base: text(vat_base) }
  if (stored) {
    plan.changeBy('customs_declarations', { document_id: id }, columns)
    plan.remove('customs_declaration_bills', { document_id: id })
  } else plan.add('customs_declarations', { document_id: id, ...columns })
  for (const bill_id of new Set(input.bill_ids)) plan.add('customs_declaration_bills', { document_id: id, bill_id })
}
