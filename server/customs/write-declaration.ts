import { sql } from 'kysely'
import { text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { DeclarationFacts } from './check-declaration-references.ts'
import { type DeclarationInput, declarationKind } from './declaration.ts'
import type { DutyLine } from './duty-plan.ts'

/** The declaration as a document of its own, in base currency; posted in the same transaction. Answers its id. */
export async function insertDeclaration(
  context: Context,
  input: DeclarationInput,
  facts: DeclarationFacts,
): Promise<number> {
  const { id } = await context.db
    .insertInto('documents')
    .values({
      ...columnsOf(context, input, facts),
      kind: declarationKind,
      party_kind: 'supplier',
      state: 'draft',
      status: 'draft',
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function rewriteDeclaration(
  context: Context,
  id: number,
  input: DeclarationInput,
  facts: DeclarationFacts,
  { revision }: { revision: number },
): Promise<void> {
  await context.db
    .updateTable('documents')
    .set({ ...columnsOf(context, input, facts), revision, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

function columnsOf({ session }: Context, input: DeclarationInput, { tax, duty, vat, total }: DeclarationFacts) {
  return {
    draft_number: input.declaration_number,
    document_date: input.declaration_date,
    due_date: input.due_date,
    party_id: input.supplier_id,
    branch_id: input.branch_id,
    currency_id: session.organization.currency_id,
    exchange_rate: '1',
    tax_id: tax.id,
    ...(input.notes !== undefined && { notes: input.notes }),
    ...{ subtotal: text(duty), tax: text(vat), total: text(total) },
    ...{ net_base: text(duty), tax_base: text(vat), total_base: text(total) },
  }
}

/** Value, bills and goods of the declaration; without lines only the bills it points at change. */
export async function writeDeclaration(
  { db }: Context,
  id: number,
  input: DeclarationInput,
  { vat_base, vat, tax }: DeclarationFacts,
  lines: readonly DutyLine[] | null,
): Promise<void> {
  const columns = { customs_value: input.customs_value, vat_base: text(vat_base) }
  await db
    .insertInto('customs_declarations')
    .values({ document_id: id, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'document_id']).doUpdateSet(columns))
    .execute()
  await db.deleteFrom('customs_declaration_bills').where('document_id', '=', id).execute()
  const bills = [...new Set(input.bill_ids)].map((bill_id) => ({ document_id: id, bill_id }))
  if (bills.length > 0) await db.insertInto('customs_declaration_bills').values(bills).execute()
  if (lines === null) return
  await db.deleteFrom('document_taxes').where('document_id', '=', id).execute()
  const own = { tax_key: String(tax.id), tax_id: tax.id, category: 'S', rate: tax.rate }
  await db
    .insertInto('document_taxes')
    .values({ ...own, document_id: id, base: text(vat_base), tax: text(vat) })
    .execute()
  await db.deleteFrom('customs_declaration_lines').where('document_id', '=', id).execute()
  const rows = lines.map((line, index) => ({
    document_id: id,
    line_number: index + 1,
    product_id: line.product_id,
    quantity: line.quantity,
    value: line.value,
    duty: text(line.duty),
    stock_duty: text(line.stock_duty),
  }))
  if (rows.length > 0) await db.insertInto('customs_declaration_lines').values(rows).execute()
}
