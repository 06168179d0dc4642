import { z } from 'zod'
import { externalNoteCalls, type NoteKind, notes } from '#contract/documents/notes.ts'
import { optional } from '#contract/fields/choice.ts'
import { amount } from '#contract/fields/decimal.ts'
import { lotsInCell } from '#contract/fields/lot-rows.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { createExternalNote } from '#server/notes/create-external-note.ts'
import { createNote } from '#server/notes/create-note.ts'
import { voidNote } from '#server/notes/void-note.ts'
import type { ImportBody, ImportBook, ImportRules } from '../kinds/import-kind.ts'
import { partyNames, productNames, usualPlaces } from '../kinds/look-ups.ts'
import { numberedBook } from '../kinds/numbered-book.ts'
import { type RowTaxes, rowTaxes } from '../kinds/row-taxes.ts'
import { namedDocuments } from '../lookup/named-documents.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { type UnitsOfRows, unitsOfRows } from '../lookup/row-units-of-files.ts'

const found = z.int({ error: () => 'unknown_reference' })

/**
 * Credit and debit notes of customers, and credits of suppliers. Each row corrects a row of the document: by its number there, or by the
 * product. A note to a customer may be on an invoice that is not here; its rows then have products, prices and taxes of their own.
 */
export const noteImport = (kind: NoteKind): ImportRules => {
  const { input } = notes[kind.name]
  const inside = input.extend({ document_number: found, settled: optional(amount) })
  const outside = kind.name === 'supplier_credit' ? inside : externalNoteCalls[kind.name].body
  const number = z.object({ note_number: input.shape.note_number })
  return {
    schema: z.unknown().transform((body, context) => {
      const isOutside = (body as ImportBody).reference_number !== undefined
      const parsed = (isOutside ? outside.and(number) : inside).safeParse(body, { reportInput: true })
      if (parsed.success) return parsed.data
      // An issue that was found is passed on; the type wants one that is yet to be completed.
      for (const issue of parsed.error.issues) context.addIssue(issue as never)
      return z.NEVER
    }),
    groupBy: ['note_number'],
    rowsOf: 'lines',
    order: 'alone',
    open: (context) => openNotes(context, kind),
    undo: async (context, { id }) => {
      await voidNote(context, kind, id)
      releaseNumber(context, 'documents', id)
    },
  }
}

async function openNotes(context: Context, kind: NoteKind): Promise<ImportBook> {
  const { partyField, party } = kind.side
  const [parties, products, places, taxes, units, stored] = await Promise.all([
    partyNames(context, party),
    productNames(context),
    usualPlaces(context),
    rowTaxes(context),
    unitsOfRows(context),
    context.db
      .selectFrom('documents')
      .select(['id', 'number', 'party_id'])
      .where('kind', '=', kind.name)
      .where('state', '!=', 'void')
      .execute(),
  ])
  const named = namedDocuments({
    kinds: kind.corrects,
    columns: ['document_number'],
    parties: [{ column: partyField, find: parties.find }],
  })
  let lines: NotedLine[] = []
  const isSupplier = party === 'supplier'
  return {
    ...numberedBook(
      'note_number',
      stored.map((row) => [row.id, row.number, isSupplier ? row.party_id : undefined] as const),
      (body) => (isSupplier ? body.owner : ''),
    ),
    resolve: { ...places.resolve, [partyField]: parties.find, product_id: products.find, tax_rate: taxes.read },
    prepare: async (again, rows) => {
      await named.prepare(again, rows)
      lines = await linesOf(again, named.find(rows[0]?.cells.document_number ?? ''))
    },
    bodyOf: (rows) => {
      const [first = {}] = rows
      const id = named.find(String(first.document_number ?? ''))
      if (id === undefined && first.document_date !== undefined)
        return outsideBody(rows, places.usual, { taxes, units })
      return insideBody(rows, id, lines, units.of)
    },
    create: async (again, body: ImportBody) => {
      const { document_number, note_number, owner: _, ...rest } = body
      const id =
        typeof document_number === 'number'
          ? await createNote(again, kind, document_number, { ...rest, note_number } as Parameters<typeof createNote>[3])
          : await createExternalNote(
              again,
              kind,
              rest as Parameters<typeof createExternalNote>[2],
              note_number as string,
            )
      return [{ resource: kind.name, id, before: null }]
    },
  }
}

type NotedLine = { line_number: number; product_id: number; owner: number }

async function linesOf({ db }: Context, id: number | undefined): Promise<NotedLine[]> {
  if (id === undefined) return []
  return db
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select(['document_lines.line_number', 'document_lines.product_id', 'documents.party_id as owner'])
    .where('document_lines.document_id', '=', id)
    .orderBy('document_lines.line_number')
    .execute()
}

function headOf({ note_number, note_date, reason, reason_code }: ImportBody): ImportBody {
  return { note_number, note_date, reason, ...sentFields({ reason_code }) }
}

/** The rule of the call says that there is no such row. */
const noSuchRow = 100_000

function insideBody(
  rows: readonly ImportBody[],
  id: number | undefined,
  lines: readonly NotedLine[],
  unitOf: UnitsOfRows['of'],
): ImportBody {
  const [first = {}] = rows
  const left = [...lines]
  return {
    ...headOf(first),
    document_number: id,
    owner: lines[0]?.owner,
    ...sentFields({ settled: first.settled, place_id: first.place_id }),
    lines: rows.map(({ line_number, product_id, product_unit_id, quantity, price, amount, lots }) => {
      const at = left.findIndex((line) =>
        line_number === undefined ? line.product_id === product_id : line.line_number === Number(line_number),
      )
      const [line] = at < 0 ? [] : left.splice(at, 1)
      return {
        line_number: line?.line_number ?? Number(line_number ?? noSuchRow),
        ...unitOf({ product_id: line?.product_id, product_unit_id }),
        ...sentFields({ quantity, price, amount, lots: lotsInCell(lots) }),
      }
    }),
  }
}

function outsideBody(
  rows: readonly ImportBody[],
  usual: ImportBody,
  { taxes, units }: { taxes: RowTaxes; units: UnitsOfRows },
): ImportBody {
  const [first = {}] = rows
  const { document_number, document_date, customer_id, currency_id, branch_id, exchange_rate } = first
  const { id: tax_id } = taxes.of(first.tax_rate)
  return {
    ...headOf(first),
    reference_number: document_number,
    reference_date: document_date,
    customer_id,
    tax_id,
    ...usual,
    ...sentFields({ currency_id, branch_id, exchange_rate }),
    reason_code: first.reason_code ?? (first.quantity === undefined ? 'value_amended' : 'returned'),
    items: rows.map(({ product_id, product_unit_id, quantity, price, amount, tax_rate }) => {
      const { rate, id } = taxes.of(tax_rate)
      const own = id !== tax_id && { tax_id: id }
      const unit = units.of({ product_id, product_unit_id })
      return { product_id, quantity: quantity ?? '1', ...unit, price: price ?? amount, tax_rate: rate, ...own }
    }),
  }
}
