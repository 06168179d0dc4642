import { z } from 'zod'
import { defineCall } from '../kit/resource.ts'
import { range } from './filters.ts'
import { reportPermission } from './report-index.ts'

/** The statements of a year next to the year before, with notes, in both languages: one file for the auditor. */
export const auditorSetCall = defineCall({
  method: 'GET',
  path: '/reports/auditor-set',
  kind: 'export',
  admission: [reportPermission('statement_notes')],
  labels: 'report',
  query: z.object(range),
})
