import type { FastifyInstance } from 'fastify'
import { historyCalls, journalSources } from '#contract/history.ts'
import { mount } from '#server/kit/pipeline.ts'
import { entriesOf, revisionsOf } from './history.ts'

/** Behind every record that posts: its entries in the journal, and what it said before each correction. */
export function historyRoutes(app: FastifyInstance): void {
  for (const source of journalSources) {
    const { entries, revisions } = historyCalls[source.name]
    mount(app, entries, async (context, { params }) => ({ data: await entriesOf(context, source, params.id) }))
    mount(app, revisions, async (context, { params }) => ({ data: await revisionsOf(context, source, params.id) }))
  }
}
