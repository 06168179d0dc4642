import { z } from 'zod'
import { instant, maybe } from './fields/answer.ts'
import { choice, date } from './fields/choice.ts'
import { listQuery } from './kit/envelope.ts'
import { defineCall } from './kit/resource.ts'
import { financialYearPermissions } from './permissions.ts'

export const yearStatuses = ['draft', 'open', 'closed', 'under_review'] as const
export const yearTypes = ['yearly', 'six_months', 'three_months', 'monthly', 'custom'] as const
const year = z.object({
  id: z.int(),
  name: z.string(),
  started_at: z.string(),
  ended_at: z.string(),
  type: z.string(),
  description: maybe(z.string()),
  status: z.enum(yearStatuses),
  created_at: instant,
  version: z.int(),
})
export const yearList = {
  search: [],
  sort: ['name', 'started_at', 'ended_at', 'type', 'status', 'created_at'],
  order: '-started_at',
  filter: { status: choice(yearStatuses), started_at: date, ended_at: date },
} as const
export const yearCalls = {
  list: defineCall({
    method: 'GET',
    path: '/accounting/financial-years',
    kind: 'list',
    admission: [financialYearPermissions.list, 'list-reports'],
    labels: 'financial_year',
    query: listQuery(yearList),
    answer: year,
  }),
}
