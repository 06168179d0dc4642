import { sql } from 'kysely'
import type { z } from 'zod'
import { type MissingTax, missingTaxes, type Without } from '#contract/reports/filters.ts'
import type { reports } from '#contract/reports/reports.ts'
import type { SheetColumn, SheetInput, SheetRow } from '#contract/reports/sheet.ts'
import { addDays, comparedRange, type Range } from '#ledger/calendar/calendar.ts'
import { type Decimal, decimal, sum, text, zero } from '#ledger/money.ts'
import { allBoxes, creditLeft, type VatBox, vatRoles } from '#ledger/statements/vat-return.ts'
import { type Context, dayInRiyadh } from '#server/core/context.ts'
import { type RecordedAsOf, recordedBy } from '#server/journal/as-recorded.ts'
import { listPeriods, netVatByPeriod } from '#server/vat/list-periods.ts'
import { computeReturn } from '#server/vat/tax-sums.ts'
import { daysOf } from '../framework/date-range.ts'
import { accountRow, column, forwardedFilters, sheetOf, withLeadingColumns, word } from '../framework/sheet.ts'
import { changeOf, dated } from '../statements/statement-sheet.ts'
import { sumSegments } from '../statements/sum-balances.ts'
import { type MissingSum, missingSums } from './vat-unclassified.ts'

type Query = z.output<(typeof reports.vatReturn)['calls']['show']['query']>

/**
 * The VAT return of a period and its reconciliation with the books (accounting rule 5.7), optionally compared with
 * another period.
 */
export async function showVatReturn(context: Context, query: Query): Promise<SheetInput> {
  const days = await periodOf(context, query)
  const known_at = query.as_known_at
  const figures = await computeReturn(context, days, known_at)
  const compared = comparedRange(days, query.compare)
  const before = compared && (await computeReturn(context, compared, known_at))
  const { rows: accounts, reverseCharge } = await accountRows(context, days, known_at)
  const inBooks = sum(accounts.map((row) => row.figures.vat ?? 0))
  const handed = forwardedFilters(query)
  const difference = text(figures.due.plus(figures.corrections).minus(inBooks))
  return sheetOf(
    days,
    [
      column('box', 'code'),
      column('title', 'label', { query: { ...days, ...handed } }),
      ...vatColumns(days, compared, handed),
    ],
    [
      ...(before ? boxesBeside(figures.boxes, before.boxes) : figures.boxes.map(boxRow)).flatMap((row) =>
        row.key === 'box:9' ? [row, ...bothSides(row, reverseCharge)] : [row],
      ),
      plain('vat_reconciliation', 'heading', {}),
      ...accounts,
      { ...plain('vat_in_books', 'subtotal', { vat: text(inBooks) }), link: booksLink },
      plain('vat_difference', 'subtotal', { vat: difference }),
      ...(known_at ? [] : [plain('vat_in_no_box', 'heading', {}), ...missingRows(await missingSums(context, days))]),
    ],
    {
      difference,
      compared,
      notes: known_at
        ? []
        : [...(await filedNote(context, days)), ...(await waitingNote(context, days, figures.carried))],
    },
  )
}

/** For a period with a filed return: when and by whom. From then on its figures are fixed. */
async function filedNote({ db }: Context, { from, to }: Range): Promise<SheetInput['notes']> {
  const filed = await db
    .selectFrom('vat_periods')
    .leftJoin('users', 'users.id', 'vat_periods.filed_by')
    .select(['vat_periods.filed_at', 'vat_periods.authority_reference', 'users.name'])
    .where('started_at', '=', from)
    .where('ended_at', '=', to)
    .executeTakeFirst()
  if (!filed) return []
  const { authority_reference: reference } = filed
  return [
    { word: 'notes.return_filed', params: { date: dayInRiyadh(filed.filed_at), name: filed.name ?? '—' } },
    reference === null
      ? { word: 'notes.return_not_sent', params: {} }
      : { word: 'notes.return_reference', params: { reference } },
  ]
}

/**
 * Box 15 is the credit of the last filed return. If earlier returns are not filed yet, the credit they will leave is a
 * note: the list of returns includes it.
 */
async function waitingNote(context: Context, { from }: Range, carried: Decimal): Promise<SheetInput['notes']> {
  const waiting = (await listPeriods(context)).filter((period) => !period.is_filed && period.to < from)
  if (waiting.length === 0) return []
  const last = (await netVatByPeriod(context)).get(waiting.at(-1)?.id as number)
  const amount = creditLeft(last ?? 0)
  if (amount.eq(carried)) return []
  return [
    {
      word: 'notes.returns_waiting',
      params: { count: waiting.length, amount: text(amount, context.session.organization.decimals) },
    },
  ]
}

const amounts = ['box_amount', 'adjustment', 'vat'] as const

function vatColumns(days: Range, compared: Range | null, handed: Record<string, string>): SheetColumn[] {
  const own = (range: Range, group: SheetColumn['group'], prefix = '') =>
    amounts.map((key) =>
      column(`${prefix}${key}`, 'amount', {
        label: word(`columns.${key}`),
        group: group ?? null,
        query: { ...range, ...handed },
      }),
    )
  if (!compared) return withLeadingColumns(['vat'], own(days, null))
  return withLeadingColumns(
    ['vat', 'compared_vat'],
    [
      ...own(days, dated(days)),
      ...own(compared, dated(compared), 'compared_'),
      column('change', 'amount'),
      column('change_percent', 'percent'),
    ],
  )
}

/** The boxes of both periods in the order of the form: those of the former rate stand in few of them. */
function boxesBeside(boxes: readonly VatBox[], before: readonly VatBox[]): SheetRow[] {
  const now: Boxes = new Map(boxes.map((one) => [one.box, one]))
  const then: Boxes = new Map(before.map((one) => [one.box, one]))
  return allBoxes
    .filter((box) => now.has(box) || then.has(box))
    .map((box) => {
      const [own, other] = [now.get(box) ?? nothing(box), then.get(box) ?? nothing(box)]
      const { figures } = boxRow(other)
      return {
        ...boxRow(own),
        figures: {
          ...boxRow(own).figures,
          ...Object.fromEntries(amounts.map((key) => [`compared_${key}`, figures[key] ?? null])),
          ...changeOf([own.vat, other.vat]),
        },
      }
    })
}

type Boxes = ReadonlyMap<string, VatBox>
const nothing = (box: string): VatBox => ({ box, amount: zero, adjustment: zero, vat: zero })

/** The period asked for; without one, that of the first return not yet filed. */
async function periodOf(context: Context, query: Query): Promise<Range> {
  if (query.from || query.to) {
    return daysOf(context, query)
  }
  const periods = await listPeriods(context)
  const { from, to } = periods.find((period) => !period.is_filed) ?? (periods.at(-1) as Range)
  return { from, to }
}

function boxRow({ box, amount, adjustment, vat }: VatBox): SheetRow {
  return {
    key: `box:${box}`,
    style: box === '16' ? 'total' : box === '6' || box === '12' || box === '13' ? 'subtotal' : 'line',
    level: 1,
    label: word(`boxes.${box}`),
    texts: { box },
    figures: { box_amount: amount && text(amount), adjustment: adjustment && text(adjustment), vat: text(vat) },
    link: { to: 'vat_details', query: { box } },
  }
}

/** Box 9 says what is left of the tax of reverse charge where it is deducted: below it, what is booked on either side. */
function bothSides(box: SheetRow, account: SheetRow | undefined): SheetRow[] {
  const charged = decimal(account?.figures.vat ?? 0)
  if (!account || charged.eq(0)) return []
  const deducted = charged.plus(box.figures.vat ?? 0)
  const side = (key: string, vat: Decimal): SheetRow => ({ ...plain(key, 'line', { vat: text(vat) }), level: 2 })
  return [{ ...side('vat_rc_charged', charged), link: account.link }, side('vat_rc_deducted', deducted)]
}

const plain = (key: string, style: SheetRow['style'], figures: SheetRow['figures']): SheetRow => ({
  key,
  style,
  level: 1,
  label: word(`lines.${key}`),
  texts: {},
  figures,
})

/** The documents that are in no box, so that nothing is overlooked. */
const missingRows = (sums: Record<MissingTax, MissingSum>): SheetRow[] =>
  missingTaxes.map((missing) => ({
    ...plain(`vat_${missing}`, 'line', { box_amount: text(sums[missing].amount), vat: text(sums[missing].vat) }),
    level: 2,
    link: { to: 'vat_details', query: { missing } },
  }))

/** Opening amounts, and amounts moved by filing. */
const ofReturns: readonly Without[] = ['opening', 'vat_settlement']
const booksLink = {
  to: 'account_statement',
  query: { line: 'vat_in_books', ...forwardedFilters({ without: ofReturns }) },
}

/**
 * The movement of each VAT account, credit less debit, without the settlement entries of any return: box 13 and 14
 * together (I12).
 */
async function accountRows(context: Context, { from, to }: Range, known_at: RecordedAsOf) {
  const { db } = context
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'number', 'name', 'name_en', 'role'])
    .where('role', 'in', vatRoles)
    .orderBy('number')
    .execute()
  const account_id = accounts.map(({ id }) => id)
  const segments = await sumSegments(context, { cuts: [from, addDays(to, 1)], account_id, known_at })
  const settled = await settledIn(context, { from, to }, known_at)
  const rows = accounts.map((account): SheetRow => {
    const own = segments.filter((row) => row.account_id === account.id && row.segment === 1 && row.kind === 0)
    const moved = sum(own.map((row) => decimal(row.credit).minus(row.debit)))
    const vat = text(moved.minus(settled.get(account.id) ?? 0))
    const link = {
      to: 'account_statement',
      query: { account_id: account.id, ...forwardedFilters({ without: ofReturns }) },
    }
    return { ...accountRow(account), link, texts: {}, style: 'line', level: 2, figures: { vat } }
  })
  return { rows, reverseCharge: rows[accounts.findIndex(({ role }) => role === 'VAT_RC')] }
}

async function settledIn(
  { db, session }: Context,
  { from, to }: Range,
  known_at: RecordedAsOf,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ account_id: number; settled: string }>`
    SELECT line.account_id, sum(line.credit - line.debit) AS settled
    FROM journal_entries AS settlement
    JOIN journal_lines AS line ON line.organization_id = ${session.organization_id} AND line.entry_id = settlement.id
    WHERE settlement.organization_id = ${session.organization_id} AND settlement.kind = 'vat_settlement'
      AND settlement.entry_date BETWEEN ${from}::date AND ${to}::date ${recordedBy(known_at, sql`settlement.posted_at`)}
    GROUP BY 1`.execute(db)
  return new Map(rows.map((row) => [row.account_id, row.settled]))
}
