import { z } from 'zod'
import { date, id, optional } from '#contract/fields/choice.ts'
import { exchangeRate } from '#contract/fields/decimal.ts'
import { text } from '#contract/fields/text.ts'
import { financialYears } from '#contract/years.ts'
import { changeStatus } from '#server/closing/change-status.ts'
import type { Context } from '#server/core/context.ts'
import { deleteRate, ratesOf, saveRate } from '#server/organization/exchange-rates.ts'
import { insertRow } from '#server/resource/table.ts'
import { removeYear } from '#server/years/save-year.ts'
import type { ImportBody, ImportBook, ImportRules, Made } from '../kinds/import-kind.ts'
import { usualPlaces } from '../kinds/look-ups.ts'
import { stagedMap } from '../kinds/staged-map.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

/** Financial years, opened: what is dated in them can come in. The same first day is the same year. */
export const yearImport: ImportRules = {
  schema: financialYears.input,
  order: 'ordered',
  open: async ({ db }) => {
    const stored = await db.selectFrom('financial_years').select(['id', 'started_at']).execute()
    const known = stagedMap<number | 'pending'>(stored.map((row) => [row.started_at, row.id] as const))
    return {
      resolve: {},
      match: ({ started_at }) => known.get(String(started_at)),
      add: ({ started_at }, id) => known.set(String(started_at), id),
      keep: known.keep,
      drop: known.drop,
      create: async (context, { version: _, ...year }: ImportBody) => {
        const id = await insertRow(context.db, 'financial_years', year)
        await changeStatus(context, id, { status: 'open' })
        return [{ resource: 'financial_year', id, before: null }]
      },
    }
  },
  undo: (context, { id }) => removeYear(context, id),
}

/** Closings of years, in the order in which they end: the profit of each goes to retained earnings. */
export const yearClosingImport: ImportRules = {
  schema: z.object({ name: text, ended_at: date, year_id: z.int({ error: () => 'unknown_reference' }) }),
  order: 'alone',
  open: async (): Promise<ImportBook> => {
    let year: number | undefined
    return {
      ...unnumberedBook,
      resolve: {},
      prepare: async ({ db }, rows) => {
        const named = rows[0]?.cells.name ?? ''
        const stored = await db.selectFrom('financial_years').select('id').where('name', '=', named).execute()
        year = stored.length === 1 ? stored[0]?.id : undefined
      },
      bodyOf: ([row = {}]) => ({ name: row.name, ended_at: row.ended_at, year_id: year }),
      create: async (context, { year_id }: { year_id: number }) => {
        await changeStatus(context, year_id, { status: 'closed', waive_vat: true })
        return [{ resource: 'year_closing', id: year_id, before: null }]
      },
    }
  },
  undo: (context, { id }) => changeStatus(context, id, { status: 'open', reason: 'import' }),
}

const rateSchema = z.object({ currency_id: id, rate: exchangeRate, valid_on: optional(date) })

/** Rates of currencies, from a day on; without a day the rate of all days before. */
export const rateImport: ImportRules = {
  schema: rateSchema,
  order: 'ordered',
  open: openRates,
  undo: async (context, { id, before }) => {
    const { valid_on, rate } = before as { valid_on: string | null; rate: string | null }
    if (rate !== null) await saveRate(context, id, { rate, valid_on })
    else if (valid_on) await deleteRate(context, id, valid_on)
    else await context.db.deleteFrom('organization_currencies').where('currency_id', '=', id).execute()
  },
}

async function openRates(context: Context): Promise<ImportBook> {
  const { db } = context
  const [places, general, dated] = await Promise.all([
    usualPlaces(context),
    db.selectFrom('organization_currencies').select(['currency_id', 'rate']).execute(),
    db.selectFrom('exchange_rates').select(['currency_id', 'valid_on', 'rate']).execute(),
  ])
  const keyOf = ({ currency_id, valid_on }: ImportBody) => `${currency_id} ${valid_on ?? ''}`
  const known = stagedMap<number | 'pending'>(
    [...general, ...dated].map((row) => [keyOf(row), row.currency_id] as const),
  )
  const save = async (again: Context, body: z.output<typeof rateSchema>): Promise<Made[]> => {
    const valid_on = body.valid_on ?? null
    const stored = valid_on ? await ratesOf(again, body.currency_id) : general
    const before = stored.find((row) => keyOf({ currency_id: body.currency_id, ...row }) === keyOf(body))
    await saveRate(again, body.currency_id, body)
    return [{ resource: 'currency_rate', id: body.currency_id, before: { valid_on, rate: before?.rate ?? null } }]
  }
  return {
    resolve: { currency_id: places.resolve.currency_id },
    match: (body) => known.get(keyOf(body)),
    add: (body, id) => known.set(keyOf(body), id),
    keep: known.keep,
    drop: known.drop,
    create: save,
    update: (again, _, body) => save(again, rateSchema.parse(body)),
  }
}
