import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Report } from '#contract/reports/define-report.ts'
import type { ReportName } from '#contract/reports/report-index.ts'
import { type Sheet, type SheetInput, sheet } from '#contract/reports/sheet.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { pdfFile } from '#server/http/pdf-file.ts'
import { type Ask, mount } from '#server/http/pipeline.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { exportMaximum } from '#server/resource/export-rows.ts'
import { exportSheet } from '#server/resource/export-sheet.ts'
import type { Format } from '#server/resource/write-table.ts'
import { reportPaper } from './report-paper.ts'

const pageRows = 100
/** `limit` is how many rows a report that is read by pages may give at once. */
export type BuildSheet<R extends Report> = (
  context: Context,
  query: Ask<R['calls']['show']>['query'],
  limit: number,
) => Promise<SheetInput>

/** Mounts a report: its sheet page by page, and all of it as a file. */
export function mountReport<const R extends Report>(app: FastifyInstance, report: R, build: BuildSheet<R>): void {
  mount(app, report.calls.show as R['calls']['show'], async (context, { query }) => ({
    data: await showReport(context, query, build),
  }))
  const whole: SayWhole = async (context, asked) => {
    const query = report.calls.show.query.parse(asked)
    // The schema of this report has just read it.
    const built = await wholeOf(context, query as never, build)
    return sheet.parse({ ...built, filters: await filtersOf(context, built, query) })
  }
  const file: BuildFile = async (context, asked, format) => {
    const said = await whole(context, asked)
    const made =
      format === 'pdf'
        ? pdfFile(context, await reportPaper(context, report.name, said))
        : await exportSheet(context, report.name, said, format)
    return { ...made, ...namesOf(context, report.name, said, format) }
  }
  files.set(report.name, file)
  wholes.set(report.name, whole)
  mount(app, report.calls.export, async (context, { query }) => {
    const { format, ...asked } = query as { format: Format | 'pdf' }
    return { file: await file(context, asked, format) }
  })
}

/** Named in the language that asks, and in plain letters for programs that read no others. */
function namesOf({ services, language }: Context, name: string, { period }: Sheet, ending: string) {
  const days = [period.from, period.to].filter(Boolean)
  const title = services.words.say(language, `reports:${name}.title`).replace(/[\\/]/g, '-')
  return { name: `${[name, ...days].join('-')}.${ending}`, fullName: `${[title, ...days].join(' ')}.${ending}` }
}

type BuildFile = (context: Context, query: object, format: Format | 'pdf') => Promise<AnswerFile>
/** How each mounted report becomes a file. */
const files = new Map<string, BuildFile>()

type SayWhole = (context: Context, query: object) => Promise<Sheet>
/** All rows of each mounted report. */
const wholes = new Map<string, SayWhole>()

/** All rows of a report, by its name: for files that hold several. */
export async function wholeReport(context: Context, name: ReportName, query: object): Promise<Sheet> {
  const whole = wholes.get(name)
  if (!whole) throw new Refusal('not_found')
  return whole(context, query)
}

/** A report as a file, by its name. */
export function reportFile(
  context: Context,
  name: ReportName,
  query: object,
  format: Format | 'pdf',
): Promise<AnswerFile> {
  const build = files.get(name)
  if (!build) throw new Refusal('not_found')
  return build(context, query, format)
}

/** A report as it is read: by pages unless all of it was asked for, with the names of what it is narrowed to. */
export async function showReport<R extends Report>(
  context: Context,
  query: Ask<R['calls']['show']>['query'],
  build: BuildSheet<R>,
): Promise<SheetInput> {
  const built = (query as { whole?: boolean }).whole
    ? await wholeOf(context, query, build)
    : await build(context, query, pageRows)
  return { ...built, filters: await filtersOf(context, built, query) }
}

async function wholeOf<R extends Report>(
  context: Context,
  query: Ask<R['calls']['show']>['query'],
  build: BuildSheet<R>,
): Promise<SheetInput> {
  const built = await build(context, query, exportMaximum)
  if (built.next) throw new Refusal('too_many_to_export', { params: { maximum: exportMaximum } })
  return built
}

const narrowing = {
  branch_id: 'branches',
  cost_center_id: 'cost_centers',
  party_id: 'parties',
  user_id: 'users',
} as const
type Narrowing = [name: string, table: (typeof narrowing)[keyof typeof narrowing]][]

type ReportParameters = {
  as_known_at?: string
  kind?: string
  line?: string
  account_id?: number
  age?: string[]
  without?: string[]
  [name: string]: unknown
}

/** The filters of the report by name: paper has no controls that would show them. */
async function filtersOf({ db }: Context, built: SheetInput, query: unknown): Promise<SheetInput['filters']> {
  const { as_known_at, kind, line, age, without, ...asked } = query as ReportParameters
  const filters = [...(built.filters ?? [])]
  if (as_known_at) filters.push({ name: 'as_known_at', chosen: [{ name: as_known_at }] })
  // A line of all its accounts is the report's subject.
  if (line && asked.account_id) filters.push({ name: 'line', chosen: [{ word: `lines.${line}` }] })
  if (kind) filters.push({ name: 'kind', chosen: [{ word: `kinds.${kind}` }] })
  if (age) filters.push({ name: 'age', chosen: age.map((one) => ({ word: `columns.${one}` })) })
  if (without) filters.push({ name: 'without', chosen: without.map((left) => ({ word: `kinds.${left}` })) })
  for (const [name, table] of Object.entries(narrowing) as Narrowing) {
    if (asked[name] === undefined) continue
    const ids = [asked[name] as number | number[]].flat()
    const rows = await db
      .selectFrom(table)
      .select(['name', table === 'users' ? sql<null>`NULL`.as('name_en') : 'name_en'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    const none = ids.includes(0) ? [{ word: 'columns.unassigned' }] : []
    filters.push({ name, chosen: [...rows, ...none] })
  }
  return filters
}
