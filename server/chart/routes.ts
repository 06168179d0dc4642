import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { accountCalls, chartCalls, costCenterCalls } from '#contract/chart.ts'
import { mount } from '#server/http/pipeline.ts'
import { eligibleAccounts } from '#server/organization/eligible-accounts.ts'
import { accountKind, costCenterKind, type NodeKind } from './node-kind.ts'
import { readNode, readParent } from './read-node.ts'
import { createNode, removeNode, updateNode } from './save-node.ts'
import { accountTree, tree } from './tree.ts'

export function chartRoutes(app: FastifyInstance): void {
  mount(app, chartCalls.accounts, async ({ db }) => {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'number', 'name', 'name_en', 'description', 'type', 'status', 'parent_id', 'nature'])
      .orderBy('number')
      .execute()
    const balances = await db
      .selectFrom('monthly_balances')
      .select(['account_id', sql<string>`sum(debit - credit)`.as('amount')])
      .groupBy('account_id')
      .execute()
    return { data: accountTree(accounts, new Map(balances.map((row) => [row.account_id, row.amount]))) }
  })
  mount(app, chartCalls.accountOptions, async ({ db }, { query }) => {
    const active = db
      .selectFrom('accounts')
      .select(['id', 'number', 'name', 'name_en', 'type'])
      .where('status', '=', 'active')
      .orderBy('number')
    return { data: await (query.purpose ? eligibleAccounts(active, query.purpose) : active).execute() }
  })
  mount(app, chartCalls.costCenters, async ({ db }) => ({
    data: tree(
      await db
        .selectFrom('cost_centers')
        .select(['id', 'number', 'name', 'name_en', 'description', 'type', 'status', 'parent_id'])
        .orderBy('number')
        .execute(),
    ),
  }))
  mount(app, chartCalls.costCenterOptions, async ({ db }) => ({
    data: await db
      .selectFrom('cost_centers')
      .select(['id', 'number', 'name', 'name_en', 'type'])
      .where('status', '=', 'active')
      .orderBy('number')
      .execute(),
  }))
  mountNodes(app, accountCalls, accountKind)
  mountNodes(app, costCenterCalls, costCenterKind)
}

function mountNodes(app: FastifyInstance, calls: typeof accountCalls, kind: NodeKind): void {
  mount(app, calls.read, async (context, { params, query }) => ({
    data: query.parent === '1' ? await readParent(context, kind, params.id) : await readNode(context, kind, params.id),
  }))
  mount(app, calls.create, async (context, { body }) => ({
    data: await readNode(context, kind, await createNode(context, kind, body)),
  }))
  mount(app, calls.update, async (context, { params, body }) => {
    const { id } = params as { id: number }
    await updateNode(context, kind, id, body)
    return { data: await readNode(context, kind, id) }
  })
  mount(app, calls.remove, async (context, { params }) => {
    await removeNode(context, kind, params.id)
    return { data: { id: params.id } }
  })
}
