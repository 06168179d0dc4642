import { sql } from 'kysely'
import type { Context } from '#server/core/context.ts'

type Nature = { class: string | null; nature: string | null }
/** The differences between accounts and cost centers; everything else of the two trees is the same. */
export type NodeKind = {
  table: 'accounts' | 'cost_centers'
  /** The column of a journal line that refers to it. */
  reference: 'account_id' | 'cost_center_id'
  /** Accounts always have a parent; a cost center may have none. */
  needsParent: boolean
  /** Properties a child inherits from its parent. */
  inherits(parent: Nature): Partial<Nature>
  /** The properties that a new child takes from its siblings. */
  joins(context: Context, parentId: number): Promise<Record<string, unknown>>
  /** The common properties of siblings, for a new child. */
  sharedBelow(context: Context, parentId: number): Promise<{ cash_flow_tag?: string | null }>
  /** Its figures, as in the tree. */
  figuresOf(context: Context, node: { id: number; nature: string | null }): Promise<{ balance?: string }>
  /** A row of a document, posted or not, or an asset that names it. */
  rowOf(context: Context, id: number): Promise<object | undefined>
  /** Whether rules post to it by name, so that it can never go. */
  roleOf(context: Context, id: number): Promise<string | null>
  /** Whether active products, categories, payment methods or asset classes post to it. */
  isNamed(context: Context, id: number): Promise<boolean>
}

export const accountKind: NodeKind = {
  table: 'accounts',
  reference: 'account_id',
  needsParent: true,
  inherits: (parent) => ({ class: parent.class, nature: parent.nature }),
  // A second bank account is cash like the first: the cash flow statement and the home figures know it by this.
  joins: async ({ db }, parentId) => {
    const beside = await db
      .selectFrom('accounts')
      .select('cash_flow_tag')
      .where('parent_id', '=', parentId)
      .where('cash_flow_tag', 'is not', null)
      .groupBy('cash_flow_tag')
      .orderBy((e) => e.fn.countAll(), 'desc')
      .limit(1)
      .executeTakeFirst()
    return beside ?? {}
  },
  // Another bank is cash like the first one, and another loan is financing.
  sharedBelow: async ({ db }, parentId) => {
    const sibling = await db
      .selectFrom('accounts')
      .select('cash_flow_tag')
      .where('parent_id', '=', parentId)
      .where('cash_flow_tag', 'is not', null)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst()
    return sibling ?? {}
  },
  figuresOf: async ({ db, session }, { id, nature }) => {
    const { rows } = await sql<{ balance: string }>`
      WITH RECURSIVE below AS (
        SELECT id FROM accounts WHERE organization_id = ${session.organization_id} AND id = ${id}
        UNION ALL
        SELECT child.id FROM accounts AS child JOIN below ON child.parent_id = below.id
        WHERE child.organization_id = ${session.organization_id})
      SELECT coalesce(sum(debit - credit), 0) * ${nature === 'C' ? -1 : 1}::integer AS balance FROM monthly_balances
      WHERE organization_id = ${session.organization_id} AND account_id IN (SELECT id FROM below)`.execute(db)
    return rows[0] as { balance: string }
  },
  rowOf: async () => undefined,
  roleOf: async ({ db }, id) =>
    (await db.selectFrom('accounts').select('role').where('id', '=', id).executeTakeFirst())?.role ?? null,
  isNamed: async ({ db }, id) => {
    const names = (table: 'products' | 'product_categories') =>
      db
        .selectFrom(table)
        .select('id')
        .where((row) => row.or([row('income_account_id', '=', id), row('expense_account_id', '=', id)]))
    const found = await names('products')
      .where('status', '=', 'active')
      .unionAll(names('product_categories'))
      .unionAll(
        db
          .selectFrom('payment_methods')
          .select('id')
          .where((row) => row.or([row('account_id', '=', id), row('outgoing_account_id', '=', id)]))
          .where('status', '=', 'active'),
      )
      .unionAll(
        db
          .selectFrom('asset_classes as kind')
          .select('kind.id')
          .leftJoin('assets', (join) =>
            join.onRef('assets.asset_class_id', '=', 'kind.id').on('assets.state', '=', 'active'),
          )
          .where(
            sql<boolean>`${id}::bigint IN (kind.cost_account_id, kind.accumulated_account_id, kind.expense_account_id, kind.disposal_account_id)`,
          )
          .where((row) => row.or([row('kind.status', '=', 'active'), row('assets.id', 'is not', null)])),
      )
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
}
export const costCenterKind: NodeKind = {
  table: 'cost_centers',
  reference: 'cost_center_id',
  needsParent: false,
  inherits: () => ({}),
  sharedBelow: async () => ({}),
  joins: async () => ({}),
  figuresOf: async () => ({}),
  rowOf: ({ db }, id) =>
    db
      .selectFrom('document_lines')
      .select('document_id as id')
      .where('cost_center_id', '=', id)
      .unionAll(db.selectFrom('assets').select('id').where('cost_center_id', '=', id).where('state', '=', 'active'))
      .limit(1)
      .executeTakeFirst(),
  roleOf: async () => null,
  isNamed: async () => false,
}
