import type { FastifyInstance } from 'fastify'
import { type GoodsKind, goodsKinds } from '#contract/goods/goods-kinds.ts'
import {
  type GoodsMemo,
  type GoodsNoteBody,
  type GoodsReturnBody,
  goodsCalls,
  goodsNotes,
} from '#contract/goods/goods-notes.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountPlanPreview } from '#server/posting/mount-plan-preview.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { updateRow } from '#server/resource/table.ts'
import { deliverOrder } from './deliver-order.ts'
import { listGoodsNotes, sumGoodsNotes } from './list-goods-notes.ts'
import { makeDocument } from './make-document.ts'
import { readGoodsNote } from './read-goods-note.ts'
import { returnGoods } from './return-goods.ts'
import { previewGoodsNote, saveGoodsNote } from './save-goods-note.ts'
import { unlockedNote } from './stored-goods-note.ts'
import { voidGoodsNote } from './void-goods-note.ts'

type OfOne = { params: { id: number } }

export function goodsRoutes(app: FastifyInstance): void {
  for (const kind of Object.values(goodsKinds)) {
    mountRecord(app, kind)
    mountActs(app, kind)
  }
}

function mountRecord(app: FastifyInstance, kind: GoodsKind): void {
  const calls = goodsCalls[kind.name]
  mountExport(app, goodsNotes[kind.name], (context, query) => listGoodsNotes(context, kind, query))
  mount(app, calls.list, (context, { query }) => listGoodsNotes(context, kind, query as ListQuery))
  mount(app, calls.sums, (context, { query }) => sumGoodsNotes(context, kind, query as ListQuery))
  mount(app, calls.read, async (context, { params }) => ({
    data: await readGoodsNote(context, kind, (params as OfOne['params']).id),
  }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await readGoodsNote(context, kind, await saveGoodsNote(context, kind, body as GoodsNoteBody)),
  }))
  mount(app, calls.update, async (context, asked) => {
    const { params, body } = asked as OfOne & { body: GoodsMemo }
    const { version, ...memo } = body
    await unlockedNote(context, kind, params.id)
    const columns = sentFields(memo)
    await updateRow(context.db, 'goods_notes', params.id, columns, version)
    return { data: await readGoodsNote(context, kind, params.id) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    const { id } = params as OfOne['params']
    await voidGoodsNote(context, kind, id)
    return { data: { id } }
  })
  mountPlanPreview(app, calls.preview, (context, { body }) => previewGoodsNote(context, kind, body as GoodsNoteBody))
}

function mountActs(app: FastifyInstance, kind: GoodsKind): void {
  const calls = goodsCalls[kind.name]
  mount(app, calls.returned, async (context, asked) => {
    const { params, body } = asked as OfOne & { body: GoodsReturnBody }
    const id = await returnGoods(context, kind, params.id, body)
    return { data: await readGoodsNote(context, kind, id), message: 'created' }
  })
  mount(app, calls.document, async (context, { params }) => {
    const id = await makeDocument(context, kind, (params as OfOne['params']).id)
    return { data: { id, kind: kind.document }, message: 'created' }
  })
  mount(app, calls.ofOrder, async (context, asked) => {
    const { params, body } = asked as OfOne & { body: { version?: number } }
    const id = await deliverOrder(context, kind, params.id, body.version)
    return { data: { id, kind: kind.name }, message: 'created' }
  })
}
