import type { z } from 'zod'
import { lotsInCell } from '#contract/fields/lot-rows.ts'
import { code } from '#contract/fields/text.ts'
import { stockTransfers } from '#contract/places/transfers.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { voidTransfer } from '#server/places/change-transfer.ts'
import { receiveTransfer } from '#server/places/receive-transfer.ts'
import { saveTransfer, type TransferInput } from '#server/places/save-transfer.ts'
import { releaseNumber } from '../lookup/release-number.ts'
import { unitsOfRows } from '../lookup/row-units-of-files.ts'
import type { ImportBook, ImportRules } from './import-kind.ts'
import { productNames } from './look-ups.ts'
import { nameIndex } from './name-index.ts'
import { numberedBook } from './numbered-book.ts'

const schema = stockTransfers.input.extend({ transfer_number: code, sent_with: code.optional() })

/** Transfers between places, by their number. */
export const transferImport: ImportRules = {
  schema,
  groupBy: ['transfer_number'],
  rowsOf: 'items',
  order: 'alone',
  open: openTransfers,
  undo: async (context, { id }) => {
    await voidTransfer(context, id)
    releaseNumber(context, 'stock_transfers', id)
  },
}

async function openTransfers(context: Context): Promise<ImportBook> {
  const { db } = context
  const [products, units, places, stored] = await Promise.all([
    productNames(context),
    unitsOfRows(context),
    db.selectFrom('places').select(['id', 'name', 'name_en']).execute(),
    db.selectFrom('stock_transfers').select(['id', 'number']).where('state', '!=', 'void').execute(),
  ])
  const { find } = nameIndex(places.map((row) => [row.id, row.name, row.name_en] as const))
  return {
    ...numberedBook(
      'transfer_number',
      stored.map((row) => [row.id, row.number] as const),
    ),
    resolve: { from_place_id: find, to_place_id: find, product_id: products.find },
    bodyOf: (rows) => {
      const [first = {}] = rows
      const { transfer_number, transfer_date, from_place_id, to_place_id, in_transit, sent_with, notes } = first
      return {
        transfer_number,
        transfer_date,
        from_place_id,
        to_place_id,
        ...sentFields({ notes, in_transit, sent_with }),
        items: rows.map((row) => ({
          product_id: row.product_id,
          ...sentFields({ quantity: row.quantity }),
          ...units.of(row),
          ...sentFields({ lots: lotsInCell(row.lots) }),
        })),
      }
    },
    create: async (again, { transfer_number: number, sent_with, ...body }: z.output<typeof schema>) => {
      const id = await (sent_with === undefined
        ? saveTransfer(again, { ...body, number })
        : receive(again, sent_with, { ...body, number }))
      return [{ resource: 'stock_transfer', id, before: null }]
    },
  }
}

/** A receipt names the transfer that it receives, or gives back where it goes to the place that sent it. */
async function receive(context: Context, sending: string, { to_place_id, ...body }: TransferInput): Promise<number> {
  const sent = await context.db
    .selectFrom('stock_transfers')
    .select(['id', 'from_place_id', 'target_place_id'])
    .where('number', '=', sending)
    .where('state', '!=', 'void')
    .executeTakeFirst()
  const isMeant = sent && [sent.from_place_id, sent.target_place_id].includes(to_place_id)
  if (!isMeant) throw new Refusal('invalid_input', { errors: { sent_with: { code: 'unknown_reference' } } })
  return receiveTransfer(context, sent.id, { ...body, to_source: to_place_id === sent.from_place_id })
}
