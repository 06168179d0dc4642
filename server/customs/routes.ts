import type { FastifyInstance } from 'fastify'
import { customsCalls, customsDeclarations } from '#contract/documents/customs.ts'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Context } from '#server/core/context.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import type { DeclarationAsked } from './declaration.ts'
import { customsTax } from './declaration-figures.ts'
import { landedCostRoutes } from './landed-routes.ts'
import { listDeclarations } from './list-declarations.ts'
import { billOptions, goodsOf, readDeclaration, readIssuedDeclaration } from './read-declaration.ts'
import { saveDeclaration } from './save-declaration.ts'
import { voidDeclaration } from './void-declaration.ts'

export function customsRoutes(app: FastifyInstance): void {
  landedCostRoutes(app)
  const { calls } = customsDeclarations
  mountExport(app, customsDeclarations, listDeclarations)
  mount(app, calls.list, (context, { query }) => listDeclarations(context, query as ListQuery))
  mount(app, customsCalls.rate, async (context) => ({ data: await customsTax(context) }))
  mount(app, customsCalls.bills, async (context, { query }) => ({ data: await billOptions(context, query) }))
  mount(app, customsCalls.goods, async (context, { query }) => ({ data: await goodsOf(context, query) }))
  mount(app, calls.read, async (context, { params }) => ({ data: await readDeclaration(context, params.id) }))
  const save = async (context: Context, id: number | null, body: DeclarationAsked) => {
    const saved = await saveDeclaration(context, id, body)
    return { data: await (saved.isPosted ? readIssuedDeclaration : readDeclaration)(context, saved.id) }
  }
  mount(app, calls.create, (context, { body }) => save(context, null, body))
  mount(app, calls.update, (context, { params, body }) => save(context, params.id, body))
  mount(app, calls.remove, async (context, { params }) => {
    await voidDeclaration(context, params.id)
    return { data: { id: params.id } }
  })
}
