import type { FastifyInstance } from 'fastify'
import { reports } from '#contract/reports/reports.ts'
import { zakatAdjustments, zakatCalls, zakatYears } from '#contract/zakat/zakat.ts'
import { mount } from '#server/http/pipeline.ts'
import { mountReport } from '#server/reports/framework/mount-report.ts'
import { mountResource } from '#server/resource/routes.ts'
import { bindZakatLines, listZakatLines } from './bind-lines.ts'
import { postZakat } from './post-zakat.ts'
import { showZakatWorksheet } from './show-zakat-worksheet.ts'
import { zakatAdjustmentRules, zakatYearRules } from './zakat-rules.ts'

export function zakatRoutes(app: FastifyInstance): void {
  mountReport(app, reports.zakatWorksheet, showZakatWorksheet)
  mountResource(app, zakatYears, zakatYearRules)
  mountResource(app, zakatAdjustments, zakatAdjustmentRules)
  mount(app, zakatCalls.lines, async (context) => ({ data: await listZakatLines(context) }))
  mount(app, zakatCalls.bind, async (context, { body }) => ({
    data: await bindZakatLines(context, body),
    message: 'updated',
  }))
  mount(app, zakatCalls.post, async (context, { body }) => ({
    data: await postZakat(context, body),
    message: 'created',
  }))
}
