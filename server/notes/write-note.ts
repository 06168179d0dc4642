import { sql } from 'kysely'
import type { NoteKind } from '#contract/notes.ts'
import { text, zero } from '#ledger/money.ts'
import type { Totals } from '#ledger/totals.ts'
import type { Context } from '#server/kit/context.ts'
import type { NoteFigures } from './note-figures.ts'
import type { NotedDocument } from './noted-document.ts'

export type NoteHead = { number: string; date: string; reason: string }

/** The note as a document of its own, posted in the same transaction. Answers its id. */
export async function insertNote(
  context: Context,
  kind: NoteKind,
  { row, taxes }: NotedDocument,
  { date, reason }: Omit<NoteHead, 'number'>,
  { rows, totals, base }: NoteFigures,
): Promise<number> {
  const { id } = await context.db
    .insertInto('documents')
    .values({
      kind: kind.name,
      document_date: date,
      due_date: date,
      party_kind: row.party_kind,
      party_id: row.party_id,
      branch_id: row.branch_id,
      currency_id: row.currency_id,
      exchange_rate: row.exchange_rate,
      tax_id: row.tax_id,
      reference_id: row.id,
      reason,
      subtotal: text(totals.subtotal),
      tax: text(totals.tax),
      total: text(totals.total),
      net_base: text(base.net),
      tax_base: text(base.tax),
      total_base: text(base.total),
      state: 'draft',
      status: 'draft',
      created_by: context.session.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isBase = row.currency_id === context.session.organization.currency_id
  await insertRows(context, id, { rows, totals, base, isBase })
  await insertTaxes(context, id, totals, taxes)
  return id
}

type Rows = Pick<NoteFigures, 'rows' | 'totals' | 'base'> & { isBase: boolean }
async function insertRows({ db }: Context, id: number, { rows, totals, base, isBase }: Rows): Promise<void> {
  await db
    .insertInto('document_lines')
    .values(
      rows.map(({ of, quantity, price, is_return }, index) => ({
        document_id: id,
        line_number: index + 1,
        reference_line: of.line_number,
        is_return,
        product_id: of.product.id,
        product_name: of.product_name,
        product_name_en: of.product_name_en,
        quantity: text(quantity),
        price: text(price),
        tax_id: of.tax_id,
        tax_rate: of.tax_rate,
        cost_center_id: of.cost_center_id,
        net: text(totals.lines[index]?.net ?? zero),
        tax: text(totals.lines[index]?.tax ?? zero),
        tax_share: text(totals.lines[index]?.tax_share ?? zero),
        net_base: text(base.lines[index] ?? zero),
        tax_base: isBase ? null : text(base.tax_shares[index] ?? zero),
      })),
    )
    .execute()
}

async function insertTaxes({ db }: Context, id: number, totals: Totals, taxes: NotedDocument['taxes']): Promise<void> {
  await db
    .insertInto('document_taxes')
    .values(
      totals.taxes.map((tax) => {
        const own = taxes.find((one) => one.key === tax.key)
        return {
          document_id: id,
          tax_key: tax.key,
          tax_id: own?.tax_id ?? null,
          category: own?.category ?? 'O',
          rate: text(tax.rate),
          base: text(tax.base),
          tax: text(tax.tax),
        }
      }),
    )
    .execute()
}

/** How far the corrected document is credited, and that a note stands on it; negative when the note is voided. */
export async function noteOn({ db }: Context, documentId: number, credited: string, notes: 1 | -1): Promise<void> {
  await db
    .updateTable('documents')
    .set({
      credited: sql`credited + ${credited}`,
      note_count: sql`note_count + ${notes}`,
      version: sql`version + 1`,
    })
    .where('id', '=', documentId)
    .execute()
}
