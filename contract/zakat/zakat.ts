import { z } from 'zod'
import { zakatVersions } from '#ledger/law/zakat.ts'
import { zakatAdjustmentLines, zakatBases, zakatLines } from '#ledger/zakat/zakat.ts'
import { boolean, choice, date, id, optional, version } from '../fields/choice.ts'
import { amount, percent, positiveAmount, wire } from '../fields/decimal.ts'
import { instant, maybeText, nullable } from '../fields/response-fields.ts'
import { note } from '../fields/text.ts'
import { defineCall, defineResource } from '../kit/resource.ts'
import { reportPermission } from '../reports/report-index.ts'

const read = reportPermission('zakat_worksheet')
const write = 'prepare-zakat'
const permissions = { list: read, read, create: write, update: write, delete: write }

const yearRecord = z.object({
  id: z.int(),
  ended_on: z.string(),
  basis: z.enum(zakatBases),
  saudi_share: wire,
  has_minimum: z.boolean(),
  assessed: nullable(wire),
  /** The version of the law that the year was posted by; null: the one of its last day. */
  law_version: maybeText,
  created_at: instant,
  version: z.int(),
})
/** How the Zakat of a financial year is computed where it differs from the usual, and what the authority assessed. */
export const zakatYears = defineResource('zakat_year', '/accounting/zakat-years', {
  permissions,
  input: z.object({
    ended_on: date,
    basis: choice(zakatBases),
    saudi_share: percent,
    /** The base is at least adjusted profit. Not settled in the text of the law. */
    has_minimum: boolean,
    assessed: optional(amount),
    law_version: optional(choice(zakatVersions)),
    version,
  }),
  record: yearRecord,
  row: yearRecord,
  list: { search: [], sort: ['ended_on', 'created_at'], order: '-ended_on', filter: {} },
})

const adjustmentRecord = z.object({
  id: z.int(),
  ended_on: z.string(),
  line: z.enum(zakatAdjustmentLines),
  effect: z.enum(['raise', 'lower']),
  amount: wire,
  reason: z.string(),
  created_at: instant,
  version: z.int(),
})
/** What changes a line of the worksheet of a year, with its reason. */
export const zakatAdjustments = defineResource('zakat_adjustment', '/accounting/zakat-adjustments', {
  permissions,
  input: z.object({
    ended_on: date,
    line: choice(zakatAdjustmentLines),
    /** Whether the line becomes larger or smaller. */
    effect: choice(['raise', 'lower']),
    amount: positiveAmount,
    reason: note,
    version,
  }),
  record: adjustmentRecord,
  row: adjustmentRecord,
  list: { search: ['reason'], sort: ['ended_on', 'line', 'amount', 'created_at'], order: '-ended_on', filter: {} },
})

const boundAccount = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  name_en: maybeText,
  line: nullable(z.enum(zakatLines)),
  /** By the Saudi chart. */
  proposed: nullable(z.enum(zakatLines)),
})
const path = '/accounting/zakat'
export const zakatCalls = {
  /** Accounts of the balance sheet with their lines. */
  lines: defineCall({
    method: 'GET',
    path: `${path}/lines`,
    kind: 'options',
    admission: [read],
    labels: 'zakat_line',
    answer: boundAccount,
  }),
  /** Binds accounts to lines, each to one: what is not named is bound to none. */
  bind: defineCall({
    method: 'POST',
    path: `${path}/lines`,
    kind: 'action',
    admission: [write],
    labels: 'zakat_line',
    body: z.object({
      lines: z.array(z.object({ account_id: id, line: choice(zakatLines) })).max(500, 'too_many_rows'),
    }),
    answer: z.object({ bound: z.int() }),
  }),
  /** Posts what is still to be provided for a year; with `assessed`, the difference to what the authority assessed. */
  post: defineCall({
    method: 'POST',
    path: `${path}/entry`,
    kind: 'action',
    admission: [write],
    labels: 'zakat_entry',
    body: z.object({ ended_on: date, date: optional(date), assessed: optional(amount) }),
    answer: z.object({ journal_entry_id: z.int(), amount: wire }),
  }),
}
