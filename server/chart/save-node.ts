import type { z } from 'zod'
import type { nodeInputSchema } from '#contract/chart.ts'
import { mayChangeType, mayDelete } from '#ledger/chart.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { deleteRow, insertRow, updateRow } from '#server/resource/table.ts'
import type { NodeKind } from './node-kind.ts'
import { findNode, type StoredNode, usageOf } from './read-node.ts'

type NodeInput = z.output<typeof nodeInputSchema>

/**
 * A new account or cost center below its parent, whose row is locked, so that it cannot become a sub account meanwhile.
 */
export async function createNode(
  context: Context,
  kind: NodeKind,
  { version: _, ...input }: NodeInput,
): Promise<number> {
  const parent = await lockParent(context, kind, input.parent_id ?? null)
  const inherited = parent ? { ...kind.inherits(parent), ...(await kind.joins(context, parent.id)) } : {}
  return insertRow(context.db, kind.table, {
    ...input,
    ...inherited,
    ...(parent && input.type === 'sub' && (await kind.sharedBelow(context, parent.id))),
    parent_id: parent?.id ?? null,
    postable: input.type === 'sub',
  })
}

/** Type, parent and status change only where the journal and the tree stay right (accounting rule 1.7). */
export async function updateNode(
  context: Context,
  kind: NodeKind,
  id: number,
  { version, ...input }: NodeInput,
): Promise<void> {
  const stored = await findNode(context, kind, id)
  if (stored.type === 'category') throw new Refusal('category_fixed', { field: 'type' })
  const use = await usageOf(context, kind, id)
  if (input.type !== stored.type && !mayChangeType(input.type, use))
    throw new Refusal('account_in_use', { field: 'type' })
  if (input.status === 'inactive' && use.role !== null) throw new Refusal('account_in_use', { field: 'status' })
  await requireUnnamed(context, kind, stored, input)
  const parent_id = input.parent_id === undefined ? stored.parent_id : input.parent_id
  const moved = parent_id === stored.parent_id ? {} : await move(context, kind, stored, parent_id)
  await updateRow(
    context.db,
    kind.table,
    id,
    { ...input, ...moved, parent_id, postable: input.type === 'sub' },
    version,
  )
}

/** What something in use posts to stays an account that takes postings (accounting rule 6): nothing would be refused where it is sold or paid. */
async function requireUnnamed(
  context: Context,
  kind: NodeKind,
  stored: StoredNode,
  { type, status }: NodeInput,
): Promise<void> {
  const field = status === 'inactive' && stored.status === 'active' ? 'status' : type !== stored.type ? 'type' : null
  if (field && (await kind.isNamed(context, stored.id))) throw new Refusal('account_named', { field })
}

export async function removeNode(context: Context, kind: NodeKind, id: number): Promise<void> {
  const stored = await findNode(context, kind, id)
  if (stored.type === 'category') throw new Refusal('category_fixed')
  if (!mayDelete(await usageOf(context, kind, id))) throw new Refusal('account_in_use')
  await deleteRow(context, kind.table, id)
}

async function lockParent(context: Context, kind: NodeKind, parentId: number | null): Promise<StoredNode | null> {
  if (parentId === null) {
    if (kind.needsParent) throw new Refusal('invalid_input', { errors: { parent_id: { code: 'required' } } })
    return null
  }
  const parent = await findNode(context, kind, parentId, 'parent_id')
  if (parent.type === 'sub') throw new Refusal('parent_is_sub', { field: 'parent_id' })
  return parent
}

/** A new place in the tree: never below itself, and for an account never in another class. */
async function move(context: Context, kind: NodeKind, node: StoredNode, parentId: number | null) {
  const parent = await lockParent(context, kind, parentId)
  for (
    let above = parent;
    above;
    above = above.parent_id === null ? null : await findNode(context, kind, above.parent_id)
  ) {
    if (above.id === node.id) throw new Refusal('parent_loop', { field: 'parent_id' })
  }
  const inherited = parent ? kind.inherits(parent) : {}
  if (inherited.class !== undefined && inherited.class !== node.class)
    throw new Refusal('account_in_use', { field: 'parent_id' })
  return {}
}
