import type { FastifyInstance } from 'fastify'
import { reports } from '#contract/reports/reports.ts'
import { homeCall } from '#contract/reports.ts'
import { mount } from '#server/kit/pipeline.ts'
import { showAccountStatement } from './account-statement.ts'
import { homeFigures } from './home.ts'
import { mountReport } from './mount-report.ts'
import { showTrialBalance } from './trial-balance.ts'

export function reportRoutes(app: FastifyInstance): void {
  mount(app, homeCall, async (context) => ({ data: await homeFigures(context) }))
  mountReport(app, reports.trialBalance, showTrialBalance)
  mountReport(app, reports.accountStatement, showAccountStatement)
}
