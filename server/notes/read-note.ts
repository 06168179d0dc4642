import type { NoteDraft, NoteKind } from '#contract/documents/notes.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { issueNeutral, readDocumentOfKind } from '#server/documents/read-document.ts'
import { peekNumber } from '#server/journal/posting/number-series.ts'
import { appliedTo, refundsOf } from '#server/payments/read-payment.ts'
import { noteSeries } from './note-number.ts'
import { type NotedRow, originalDocument } from './original-document.ts'

/** A note with everything its page and its paper show. */
export const readNote = (context: Context, kind: NoteKind, id: number) => noteBy(readDocumentOfKind, context, kind, id)

/** The same of one that was just posted, whose paper is written down with it. */
export const readIssuedNote = (context: Context, kind: NoteKind, id: number) => noteBy(issueNeutral, context, kind, id)

async function noteBy(read: typeof readDocumentOfKind, context: Context, kind: NoteKind, id: number) {
  const { db } = context
  const [{ number, date, party, party_id, ...note }, reference, applied, refunds] = await Promise.all([
    read(context, kind.name, id),
    referenceOf(db, id),
    appliedTo(db, { note_id: id }),
    refundsOf(context, { note_id: id }),
  ])
  return {
    ...note,
    locked_because: note.locked_because ?? (refunds.length > 0 ? 'has_refunds' : null),
    is_overdue: !kind.lowers && note.is_overdue,
    note_number: number,
    note_date: date,
    [kind.side.partyField]: party_id,
    [kind.side.party]: party,
    reference,
    applied,
    refunds,
  }
}

/** The document a note corrects: one of ours, or an invoice of another system. */
async function referenceOf(db: Context['db'], id: number) {
  const row = await db
    .selectFrom('documents as note')
    .leftJoin('documents as own', 'own.id', 'note.reference_id')
    .select(['own.id', 'own.kind', 'own.number', 'own.document_date as date'])
    .select(['note.reference_number', 'note.reference_date'])
    .where('note.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { reference_number, reference_date, ...own } = row
  return reference_number === null
    ? own
    : { id: null, kind: 'external', number: reference_number, date: reference_date }
}

/** The row has an amount left, or free goods that may be returned. */
const isLeft = ({ net, credited_net, price, quantity, returned_quantity }: NotedRow) =>
  decimal(net).gt(decimal(credited_net)) || (decimal(price).eq(0) && decimal(quantity).gt(decimal(returned_quantity)))

/** The start of a new note's form: the document's rows with their creditable part. */
export async function readNoteDraft(context: Context, kind: NoteKind, documentId: number): Promise<unknown> {
  const { row, rows, taxes, decimals } = await originalDocument(context, kind, documentId)
  if (kind.lowers && !rows.some(isLeft)) throw new Refusal('credited_whole')
  const { db, today } = context
  const party = await db
    .selectFrom('parties')
    .select(['name', 'name_en'])
    .where('id', '=', row.party_id)
    .executeTakeFirstOrThrow()
  const currency = await db
    .selectFrom('currencies')
    .selectAll()
    .where('id', '=', row.currency_id)
    .executeTakeFirstOrThrow()
  return {
    reference: {
      id: row.id,
      kind: row.kind,
      number: row.number as string,
      date: row.document_date,
      version: row.version,
      total: row.total,
      credited: row.credited,
      party: party.name,
      party_en: party.name_en,
    },
    // The decimals of the note: fewer than the currency's where it is an e-invoice in dinars.
    currency: { ...currency, decimals },
    note_number: kind.name === 'supplier_credit' ? '' : await peekNumber(db, noteSeries(kind, today)),
    lines: rows,
    taxes,
  } satisfies { [K in keyof NoteDraft]: unknown }
}
