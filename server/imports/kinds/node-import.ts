import { nodeInputSchema } from '#contract/chart.ts'
import { accountKind, costCenterKind, type NodeKind } from '#server/chart/node-kind.ts'
import { createNode, removeNode, updateNode } from '#server/chart/save-node.ts'
import type { Context } from '#server/core/context.ts'
import { foldWord } from '../values/words.ts'
import type { CellRow, ImportBody, ImportBook, ImportRules, Made } from './import-kind.ts'
import { nameIndex } from './name-index.ts'
import { restorable } from './restorable.ts'
import { stagedMap } from './staged-map.ts'

const nodeImport = (kind: NodeKind): ImportRules => ({
  schema: nodeInputSchema,
  order: 'ordered',
  open: (context, readRows) => openNodes(context, kind, readRows),
  undo: async (context, { id, before }) => {
    if (before === null) await removeNode(context, kind, id)
    else await updateNode(context, kind, id, await restorable(context, kind.table, id, before))
  },
})
/** Accounts and cost centers, parents before their children. The same number is the same node. */
export const accountImport = nodeImport(accountKind)
export const costCenterImport = nodeImport(costCenterKind)

async function openNodes({ db }: Context, kind: NodeKind, readRows: () => AsyncIterable<CellRow>): Promise<ImportBook> {
  const stored = await db.selectFrom(kind.table).select(['id', 'number', 'name', 'name_en']).execute()
  const byNumber = stagedMap<number | 'pending'>(stored.map((row) => [row.number, row.id] as const))
  const names = nameIndex(stored.map((row) => [row.id, row.number, row.name, row.name_en] as const))
  const parents = new Set<string>()
  for await (const { cells } of readRows()) if (cells.parent_id) parents.add(foldWord(cells.parent_id))
  return {
    resolve: { parent_id: names.find },
    // A row that others name as their parent is a main node, unless the file says something else.
    bodyOf: ([row = {}]) => ({
      ...row,
      name_en: row.name_en ?? row.name,
      type: row.type ?? (isNamed(parents, row) ? 'main' : 'sub'),
    }),
    match: ({ number }) => byNumber.get(String(number)),
    add: (body, id) => {
      byNumber.set(String(body.number), id)
      if (typeof id === 'number') names.add(id, [String(body.number), String(body.name), String(body.name_en ?? '')])
    },
    keep: () => {
      byNumber.keep()
      names.keep()
    },
    drop: () => {
      byNumber.drop()
      names.drop()
    },
    create: async (context, body) => [
      { resource: kind.table, id: await createNode(context, kind, body), before: null },
    ],
    update: (context, id, body) => mergeNode(context, kind, id, body),
  }
}

const isNamed = (parents: ReadonlySet<string>, { number, name }: ImportBody) =>
  parents.has(foldWord(String(number))) || parents.has(foldWord(String(name)))

const columns = ['number', 'name', 'name_en', 'type', 'status', 'description', 'parent_id'] as const

async function mergeNode(context: Context, kind: NodeKind, id: number, body: ImportBody): Promise<Made[]> {
  const stored = await context.db
    .selectFrom(kind.table)
    .select(columns)
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { version, ...before } = stored
  await updateNode(context, kind, id, nodeInputSchema.parse({ ...before, ...body }))
  return [{ resource: kind.table, id, before: { ...before, version: version + 1 } }]
}
