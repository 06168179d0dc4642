import type { Context } from '#server/kit/context.ts'

type Nature = { class: string | null; nature: string | null }
/** What tells accounts and cost centers apart; everything else about the two trees is the same. */
export type NodeKind = {
  table: 'accounts' | 'cost_centers'
  /** The column of a journal line that refers to it. */
  reference: 'account_id' | 'cost_center_id'
  /** Accounts always stand below another; a cost center may stand alone. */
  needsParent: boolean
  /** What a child takes over from its parent. */
  inherits(parent: Nature): Partial<Nature>
  /** Whether rules post to it by name, so that it can never go. */
  roleOf(context: Context, id: number): Promise<string | null>
}

export const accountKind: NodeKind = {
  table: 'accounts',
  reference: 'account_id',
  needsParent: true,
  inherits: (parent) => ({ class: parent.class, nature: parent.nature }),
  roleOf: async ({ db }, id) =>
    (await db.selectFrom('accounts').select('role').where('id', '=', id).executeTakeFirst())?.role ?? null,
}
export const costCenterKind: NodeKind = {
  table: 'cost_centers',
  reference: 'cost_center_id',
  needsParent: false,
  inherits: () => ({}),
  roleOf: async () => null,
}
