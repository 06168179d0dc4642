import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { customsDeclarations } from '#contract/documents/customs.ts'
import { decimal, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { type Need, read } from '#server/core/needs.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import type { Database } from '#server/db/schema.ts'

export type DeclarationAsked = z.output<typeof customsDeclarations.input>
type OptionalField = 'customs_value' | 'duty' | 'bill_ids' | 'lines'
/** Nothing may be missing. */
export type DeclarationInput = DeclarationAsked & { [Key in OptionalField]-?: NonNullable<DeclarationAsked[Key]> }
export type StoredDeclaration = Selectable<Database['documents']>
export const declarationKind = 'customs_declaration'

const rowOf = ({ db }: Context, id: number) =>
  db.selectFrom('documents').selectAll().where('id', '=', id).where('kind', '=', declarationKind)

/** The declaration's row, locked. */
export const lockedDeclaration = (id: number): Need<StoredDeclaration | undefined> => ({
  lock: 'documents',
  load: (context) => rowOf(context, id).forUpdate().executeTakeFirst(),
})

/** The row that may be changed, after the version was compared with what the editor had in hand. */
export function requireStoredDeclaration(
  row: StoredDeclaration | undefined,
  version: number | undefined,
): StoredDeclaration {
  if (!row) throw new Refusal('not_found')
  if (version !== undefined && version !== row.version) throw new Refusal('stale_version')
  if (row.state === 'void') throw new Refusal('document_void', { field: 'status' })
  return row
}

/** A declaration before it is locked: its days and goods name what else must be known. */
export async function unlockedDeclaration(context: Context, id: number): Promise<StoredDeclaration> {
  const row = await rowOf(context, id).executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** A stored declaration as the input that would make it again. */
export const storedDeclaration = (row: StoredDeclaration): Need<DeclarationInput> =>
  read(async ({ db }) => {
    const [head, lines, bills] = await Promise.all([
      db.selectFrom('customs_declarations').selectAll().where('document_id', '=', row.id).executeTakeFirstOrThrow(),
      db
        .selectFrom('customs_declaration_lines')
        .select(['product_id', 'quantity', 'value'])
        .where('document_id', '=', row.id)
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
  })

const empty = { customs_value: '0', duty: '0', bill_ids: [], lines: [] }

/** Missing values are zero in a new declaration, and unchanged in a stored one. */
export function wholeDeclaration(stored: DeclarationInput | null, asked: DeclarationAsked): DeclarationInput {
  const named = sentFields(asked)
  return { ...(stored ?? empty), ...named } as DeclarationInput
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
