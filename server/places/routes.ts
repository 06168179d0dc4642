import type { FastifyInstance } from 'fastify'
import { stockPlaces } from '#contract/places/places.ts'
import { placeStockCall, receiveTransferCall, stockTransfers } from '#contract/places/transfers.ts'
import { mount } from '#server/http/pipeline.ts'
import { listRows } from '#server/resource/list.ts'
import { mountResource } from '#server/resource/routes.ts'
import { updateTransfer, voidTransfer } from './change-transfer.ts'
import {
  listingOfPlaces,
  listingOfTransfers,
  optionsOfPlaces,
  placeListing,
  readPlace,
  readTransfer,
  stockOfPlace,
  transferListing,
} from './read-places.ts'
import { receiveTransfer } from './receive-transfer.ts'
import { createPlace, removePlace, updatePlace } from './save-place.ts'
import { saveTransfer } from './save-transfer.ts'

export function placeRoutes(app: FastifyInstance): void {
  mountResource(app, stockPlaces, {
    listing: placeListing,
    list: (context, query) => listRows(context.db, listingOfPlaces(context), stockPlaces.list, query),
    read: readPlace,
    options: optionsOfPlaces,
    create: createPlace,
    update: updatePlace,
    remove: removePlace,
  })
  mount(app, placeStockCall, async (context, { query }) => ({ data: await stockOfPlace(context, query) }))
  mount(app, receiveTransferCall, async (context, { params, body }) => {
    await receiveTransfer(context, params.id, body)
    return { data: await readTransfer(context, params.id) }
  })
  mountResource(app, stockTransfers, {
    listing: transferListing,
    read: readTransfer,
    list: (context, query) => listRows(context.db, listingOfTransfers(context), stockTransfers.list, query),
    create: saveTransfer,
    update: updateTransfer,
    remove: voidTransfer,
  })
}
