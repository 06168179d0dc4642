import type { FastifyInstance } from 'fastify'
import { reportCalls } from '#contract/reports.ts'
import { mount } from '#server/kit/pipeline.ts'
import { showAccountStatement } from './account-statement.ts'
import { homeFigures } from './home.ts'
import { showTrialBalance } from './show-trial-balance.ts'

export function reportRoutes(app: FastifyInstance): void {
  mount(app, reportCalls.trialBalance, (context, { query }) => showTrialBalance(context, query))
  mount(app, reportCalls.accountStatement, (context, { query }) => showAccountStatement(context, query))
  mount(app, reportCalls.home, async (context) => ({ data: await homeFigures(context) }))
}
