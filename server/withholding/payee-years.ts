import { monthEnd, type Range } from '#ledger/calendar/calendar.ts'
import { vatPeriodId } from '#ledger/calendar/vat-periods.ts'
import { sum, text } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type WithheldRow, withheldRows } from './withheld-rows.ts'

export type Filing = { from: string; authority_reference: string | null }
/** A payment to a payee, or its reversal, and the filed return of its month: null while it is not filed. */
export type CertifiedRow = WithheldRow & { filing: Filing | null }

type PayeeYear = { year: number; base: string; tax: string; is_filed: boolean }

export const yearDays = (year: number): Range => ({ from: `${year}-01-01`, to: `${year}-12-31` })

const always: Range = { from: '1990-01-01', to: '2100-12-31' }

/** The years in which tax was withheld from a supplier, the latest first. */
export async function yearsOfPayee(context: Context, supplier: number): Promise<PayeeYear[]> {
  await requireSupplier(context, supplier)
  const rows = await certifiedRows(context, supplier, always)
  const years = Map.groupBy(rows, ({ day }) => Number(day.slice(0, 4)))
  return [...years]
    .sort(([one], [other]) => other - one)
    .map(([year, of]) => ({
      year,
      base: text(sum(of.map((row) => row.base))),
      tax: text(sum(of.map((row) => row.tax))),
      is_filed: of.every(({ filing }) => filing !== null),
    }))
}

/** What was paid to a supplier in some days and withheld of it. Filed months are as they were filed, the others as the payments are now. */
export async function certifiedRows(context: Context, supplier: number, range: Range): Promise<CertifiedRow[]> {
  const [present, filed] = await Promise.all([withheldRows(context, range), filedMonths(context, range)])
  const filedIds = new Set(filed.map(({ id }) => id))
  const open = present.filter(({ day }) => !filedIds.has(vatPeriodId(monthEnd(day))))
  const rows = [
    ...open.map((row) => ({ ...row, filing: null })),
    ...filed.flatMap(({ from, authority_reference, figures }) =>
      (figures as WithheldRow[]).map((row) => ({ ...row, filing: { from, authority_reference } })),
    ),
  ]
  return rows
    .filter(({ party_id }) => party_id === supplier)
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.payment_id - other.payment_id))
}

const filedMonths = ({ db }: Context, { from, to }: Range) =>
  db
    .selectFrom('withholding_periods')
    .select(['id', 'started_at as from', 'authority_reference', 'figures'])
    .where('kind', '=', 'month')
    .where('started_at', '>=', from)
    .where('ended_at', '<=', to)
    .execute()

async function requireSupplier({ db }: Context, id: number): Promise<void> {
  const found = db.selectFrom('parties').select('id').where('id', '=', id).where('kind', '=', 'supplier')
  if (!(await found.executeTakeFirst())) throw new Refusal('not_found')
}
