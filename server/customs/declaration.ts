import type { z } from 'zod'
import type { customsDeclarations } from '#contract/documents/customs.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

export type DeclarationAsked = z.output<typeof customsDeclarations.input>
type Left = 'customs_value' | 'duty' | 'bill_ids' | 'lines'
/** Nothing may be missing. */
export type DeclarationInput = DeclarationAsked & { [Key in Left]-?: NonNullable<DeclarationAsked[Key]> }
export type StoredDeclaration = Awaited<ReturnType<typeof lockDeclaration>>
export const declarationKind = 'customs_declaration'

/** The declaration's row, locked, after the version was compared with what the editor had in hand. */
export async function lockDeclaration({ db }: Context, id: number, version: number | undefined) {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', declarationKind)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  return row
}

/** Its date, read before anything is locked: the period comes first. */
export const declarationDate = async (context: Context, id: number): Promise<string> =>
  (await glance(context, id)).document_date
export const declarationBranch = async (context: Context, id: number): Promise<number> =>
  (await glance(context, id)).branch_id

async function glance({ db }: Context, id: number) {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', declarationKind)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** A stored declaration as the input that would make it again. */
export async function storedDeclaration({ db }: Context, row: StoredDeclaration): Promise<DeclarationInput> {
  const of = { document_id: row.id }
  const [head, lines, bills] = await Promise.all([
    db.selectFrom('customs_declarations').selectAll().where('document_id', '=', row.id).executeTakeFirstOrThrow(),
    db
      .selectFrom('customs_declaration_lines')
      .select(['product_id', 'quantity', 'value'])
      .where('document_id', '=', of.document_id)
      .orderBy('line_number')
      .execute(),
    db
      .selectFrom('customs_declaration_bills')
      .select('bill_id')
      .where('document_id', '=', row.id)
      .orderBy('bill_id')
      .execute(),
  ])
  return {
    declaration_number: row.number ?? '',
    declaration_date: row.document_date,
    due_date: row.due_date,
    supplier_id: row.party_id,
    branch_id: row.branch_id,
    customs_value: head.customs_value,
    duty: row.subtotal,
    vat_base: head.vat_base,
    vat: row.tax,
    bill_ids: bills.map(({ bill_id }) => bill_id),
    lines,
    notes: row.notes,
    version: undefined,
  }
}

const empty = { customs_value: '0', duty: '0', bill_ids: [], lines: [] }

/** Missing values are zero in a new declaration, and unchanged in a stored one. */
export async function wholeDeclaration(
  context: Context,
  id: number | null,
  asked: DeclarationAsked,
): Promise<DeclarationInput> {
  const stored = id === null ? empty : await storedDeclaration(context, await glance(context, id))
  const named = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  return { ...stored, ...named } as DeclarationInput
}

/** Everything that reaches the books, in one comparable text; the bills are only pointed at. */
export function accountingFingerprint(
  input: DeclarationInput,
  { vat, vat_base }: { vat: string; vat_base: string },
): string {
  const figure = (value: string) => text(decimal(value))
  const lines = input.lines.map((line) => [line.product_id, figure(line.quantity), figure(line.value)])
  const { declaration_number, declaration_date, supplier_id, branch_id, customs_value, duty } = input
  const amounts = [customs_value, duty, vat_base, vat].map(figure)
  return JSON.stringify([declaration_number, declaration_date, supplier_id, branch_id, amounts, lines])
}
