import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { chartCalls } from '#contract/chart.ts'
import { mount } from '#server/kit/pipeline.ts'
import { accountTree, tree } from './tree.ts'

export function chartRoutes(app: FastifyInstance): void {
  mount(app, chartCalls.accounts, async ({ db }) => {
    const accounts = await db
      .selectFrom('accounts')
      .select(['id', 'number', 'name', 'name_en', 'description', 'type', 'status', 'parent_id', 'nature'])
      .orderBy('number')
      .execute()
    const balances = await db
      .selectFrom('balances')
      .select(['account_id', sql<string>`sum(debit - credit)`.as('amount')])
      .groupBy('account_id')
      .execute()
    return { data: accountTree(accounts, new Map(balances.map((row) => [row.account_id, row.amount]))) }
  })
  mount(app, chartCalls.accountOptions, async ({ db }) => ({
    data: await db
      .selectFrom('accounts')
      .select(['id', 'number', 'name', 'name_en', 'type'])
      .where('status', '=', 'active')
      .orderBy('number')
      .execute(),
  }))
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
}
