import type { FastifyInstance } from 'fastify'
import { forecastRows } from '#contract/forecast/forecast-rows.ts'
import { reports } from '#contract/reports/reports.ts'
import { mountReport } from '#server/reports/framework/mount-report.ts'
import { mountResource } from '#server/resource/routes.ts'
import { forecastRules } from './forecast-rules.ts'
import { showCashForecast } from './show-cash-forecast.ts'

export function forecastRoutes(app: FastifyInstance): void {
  mountReport(app, reports.cashForecast, showCashForecast)
  mountResource(app, forecastRows, forecastRules)
}
