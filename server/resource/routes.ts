import type { FastifyInstance } from 'fastify'
import type { ListQuery } from '#contract/kit/envelope.ts'
import type { Resource } from '#contract/kit/resource.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import type { Database } from '#server/db/schema.ts'
import { type Answer, mount } from '#server/http/pipeline.ts'
import { mountExport } from '#server/resource/mount-export.ts'
import { type OptionAsk, optionRows } from '#server/resource/option-rows.ts'
import { type AnyQuery, type Listing, listRows } from './list.ts'
import { deleteRow, findRow, insertRow, updateRow } from './table.ts'

// biome-ignore lint/suspicious/noExplicitAny: the contract's schema has already given the body its type
type Body = any
export type ResourceRules = {
  listing: Listing
  /** A page of rows; default: the listing's. */
  list?: (context: Context, query: ListQuery) => Promise<Answer>
  /** The whole record; default: the listing's row. */
  read?: (context: Context, id: number) => Promise<unknown>
  /** Answers the id of the saved row. */
  create?: (context: Context, body: Body) => Promise<number>
  update?: (context: Context, id: number, body: Body) => Promise<void>
  remove?: (context: Context, id: number) => Promise<void>
  options?: (context: Context, query: Body) => Promise<Answer>
}

/** Mounts a resource's calls. Without a rule, the listing's table is used. */
export function mountResource(app: FastifyInstance, resource: Resource, rules: ResourceRules): void {
  const { calls } = resource
  const { listing } = rules
  const table = listing.table as keyof Database
  const list = rules.list ?? (({ db }: Context, query: ListQuery) => listRows(db, listing, resource.list, query))
  const read = rules.read ?? ((context: Context, id: number) => readListed(context, listing, id))
  const create = rules.create ?? ((context: Context, body: Body) => insertRow(context.db, table, valuesOf(body)))
  const update =
    rules.update ??
    ((context: Context, id: number, body: Body) => updateRow(context.db, table, id, valuesOf(body), body.version))
  const remove = rules.remove ?? ((context: Context, id: number) => deleteRow(context, table, id))

  mount(app, calls.list, (context, { query }) => list(context, query as ListQuery))
  mountExport(app, resource, list)
  if (calls.options) {
    const options = rules.options ?? ((context: Context, query: Body) => activeOptions(context, listing, query))
    mount(app, calls.options, (context, { query }) => options(context, query))
  }
  mount(app, calls.read, async (context, { params }) => ({ data: await read(context, idOf(params)) }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await read(context, await create(context, body)),
  }))
  mount(app, calls.update, async (context, { params, body }) => {
    await update(context, idOf(params), body)
    return { data: await read(context, idOf(params)) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    await remove(context, idOf(params))
    return { data: { id: idOf(params) } }
  })
}

const idOf = (params: unknown): number => (params as { id: number }).id

function readListed(context: Context, listing: Listing, id: number) {
  return findRow(listing.select(listing.from(context.db)).where(`${listing.table}.id`, '=', id))
}

/** Inactive masters are hidden from the forms that choose one. */
function activeOptions(context: Context, listing: Listing, query: OptionAsk): Promise<Answer> {
  const rows = listing.select(listing.from(context.db)).where(`${listing.table}.status`, '=', 'active') as AnyQuery
  return optionRows(rows, listing.table, query, `${listing.table}.id`)
}

/** The body as columns: the version is checked, not stored; absent keys leave their column alone. */
function valuesOf({ version: _, ...body }: Record<string, unknown>): Record<string, unknown> {
  return sentFields(body)
}
