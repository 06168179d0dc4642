import { nodeInputSchema } from '#contract/chart.ts'
import { accountKind, costCenterKind, type NodeKind } from '#server/chart/node-kind.ts'
import { createNode, removeNode, updateNode } from '#server/chart/save-node.ts'
import type { Context } from '#server/core/context.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { roleOfType } from '#server/reading/values/account-types.ts'
import { findByVariants, nodeVariants, numberVariants } from '#server/reading/values/name-variants.ts'
import type { CellRow, Cells, ImportBody, ImportBook, ImportRules, Made } from './import-kind.ts'
import { nameIndex } from './name-index.ts'
import { namedNode, nodeTree } from './node-tree.ts'
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

async function openNodes(
  { db, language }: Context,
  kind: NodeKind,
  readRows: () => AsyncIterable<CellRow>,
): Promise<ImportBook> {
  const stored = await db
    .selectFrom(kind.table)
    .select(['id', 'number', 'name', 'name_en', 'type', 'parent_id'])
    .execute()
  const byNumber = stagedMap<number | 'pending'>(stored.map((row) => [row.number, row.id] as const))
  const names = nameIndex(stored.map((row) => [row.id, row.number, row.name, row.name_en] as const))
  const find = (text: string | undefined) =>
    text === undefined ? undefined : findByVariants(names.find, text, [...numberVariants, ...nodeVariants])
  const given: Cells[] = []
  for await (const { cells, passed } of readRows()) if (passed === undefined) given.push(cells)
  const tree = nodeTree(given, new Set(stored.map(({ number }) => number)))
  const mains = stored.filter(({ type }) => type !== 'sub')
  const types = await typePlaces(db, kind, mains)
  return {
    resolve: { parent_id: find, account_type: types },
    choices: {
      account_type: mains.map(({ number, name, name_en }) => ({
        value: number,
        label: `${number} ${language === 'en' ? (name_en ?? name) : name}`,
      })),
    },
    arrange: tree.arrange,
    bodyOf: ([row = {}]) => nodeBody(row, tree, find),
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

/** A row that others name as their parent is a main node, unless the file says something else. */
function nodeBody(
  { account_type, ...row }: ImportBody,
  tree: ReturnType<typeof nodeTree>,
  find: (text: string | undefined) => number | undefined,
): ImportBody {
  const written = Object.fromEntries(
    ['number', 'name'].flatMap((key) => (row[key] === undefined ? [] : [[key, String(row[key])]])),
  )
  const node = namedNode(written)
  const { number, name } = node
  return {
    ...row,
    ...sentFields({ number, name, name_en: row.name_en ?? name }),
    ...sentFields({ parent_id: row.parent_id ?? find(node.parent) ?? account_type ?? find(tree.parentOf(node)) }),
    type: row.type ?? (tree.isParent(node) ? 'main' : 'sub'),
  }
}

/** Where the accounts of a type of the other program are: a main account of ours by its name, or the usual one of the type. */
async function typePlaces(
  db: Context['db'],
  { table }: NodeKind,
  mains: readonly { id: number; number: string; name: string; name_en: string | null }[],
): Promise<(text: string) => number | undefined> {
  const names = nameIndex(mains.map((row) => [row.id, row.number, row.name, row.name_en] as const))
  if (table !== 'accounts') return names.find
  const roles = await db.selectFrom('accounts').select(['role', 'parent_id']).where('role', 'is not', null).execute()
  return (text) => {
    const role = roleOfType(text)
    return (
      names.find(text) ??
      names.find(pluralOf(text)) ??
      roles.find((one) => role !== undefined && one.role === role)?.parent_id ??
      undefined
    )
  }
}

/** Programs name a type in the singular: Current Asset, Non-current Liability. */
const pluralOf = (type: string) => (/y$/i.test(type) ? type.replace(/y$/i, 'ies') : `${type}s`)

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
