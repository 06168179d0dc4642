import { z } from 'zod'
import { choice, date, id, optional } from '#contract/fields/choice.ts'
import { amount, exchangeRate } from '#contract/fields/decimal.ts'
import { code } from '#contract/fields/text.ts'
import { adjustmentInput, creditUses } from '#contract/vat.ts'
import { decimal, text } from '#ledger/money.ts'
import { reverseRevaluation } from '#server/closing/auto-reversal.ts'
import { revalue } from '#server/closing/revalue.ts'
import { clearOpening, reverseClearing } from '#server/opening/clear-opening.ts'
import { adjustTax, voidAdjustment } from '#server/vat/adjustments.ts'
import { setAuthorityReference } from '#server/vat/authority-reference.ts'
import { setCreditUse } from '#server/vat/credit-use.ts'
import { filePeriod } from '#server/vat/file-period.ts'
import { takeBackReturn } from '#server/vat/take-back-return.ts'
import type { ImportBody, ImportRules } from '../kinds/import-kind.ts'
import { accountNames, usualPlaces } from '../kinds/look-ups.ts'
import { stagedMap } from '../kinds/staged-map.ts'
import { numbersIn } from '../lookup/named-documents.ts'
import { unnumberedBook } from '../lookup/unnumbered-book.ts'

const latest = (rows: readonly { id: number }[]): number => Math.max(...rows.map(({ id }) => id))

/** Corrections of earlier VAT returns. */
export const adjustmentImport: ImportRules = {
  schema: adjustmentInput,
  order: 'alone',
  open: async (context) => {
    const [accounts, places, stored] = await Promise.all([
      accountNames(context),
      usualPlaces(context),
      context.db.selectFrom('tax_adjustments').selectAll().where('state', '=', 'posted').execute(),
    ])
    const keyOf = ({ adjustment_date, direction, amount, reason }: ImportBody) =>
      `${adjustment_date} ${direction} ${text(decimal(String(amount)))} ${reason}`
    const known = stagedMap<number | 'pending'>(stored.map((row) => [keyOf(row), row.id] as const))
    return {
      resolve: { account_id: accounts.find, branch_id: places.resolve.branch_id },
      match: (body) => known.get(keyOf(body)),
      add: (body, id) => known.set(keyOf(body), id),
      keep: known.keep,
      drop: known.drop,
      bodyOf: ([row = {}]) => ({ ...row, branch_id: row.branch_id ?? places.usual.branch_id }),
      create: async (again, body) => {
        await adjustTax(again, body)
        const rows = await again.db.selectFrom('tax_adjustments').select('id').execute()
        return [{ resource: 'tax_adjustment', id: latest(rows), before: null }]
      },
    }
  },
  undo: (context, { id }) => voidAdjustment(context, id),
}

/** Opening equity that was moved to capital and retained earnings. */
export const clearingImport: ImportRules = {
  schema: z.object({ clearing_date: date, capital: amount }),
  order: 'alone',
  open: async () => ({
    ...unnumberedBook,
    resolve: {},
    create: async (again, { clearing_date, capital }: { clearing_date: string; capital: string }) => {
      await clearOpening(again, { date: clearing_date, capital })
      const rows = await again.db.selectFrom('opening_clearings').select('id').execute()
      return [{ resource: 'opening_clearing', id: latest(rows), before: null }]
    },
  }),
  undo: (context, { id }) => reverseClearing(context, id),
}

const revaluation = z.object({
  revaluation_date: date,
  rates: z.array(z.object({ currency_id: id, closing_rate: exchangeRate })),
  accounts: z.array(z.int({ error: () => 'unknown_reference' })),
})

/** Foreign items and cash at the closing rates of a day. Each row of a day names a currency; the first one the cash accounts. */
export const revaluationImport: ImportRules = {
  schema: revaluation,
  groupBy: ['revaluation_date'],
  rowsOf: 'rates',
  order: 'alone',
  open: async (context) => {
    const [accounts, places] = await Promise.all([accountNames(context), usualPlaces(context)])
    return {
      ...unnumberedBook,
      resolve: { currency_id: places.resolve.currency_id },
      bodyOf: (rows) => ({
        revaluation_date: rows[0]?.revaluation_date,
        rates: rows.map(({ currency_id, closing_rate }) => ({ currency_id, closing_rate })),
        accounts: numbersIn(rows[0]?.accounts as string | undefined).map((one) => accounts.find(one)),
      }),
      create: async (again, body: z.output<typeof revaluation>) => {
        const rates = body.rates.map(({ currency_id, closing_rate: rate }) => ({ currency_id, rate }))
        const id = await revalue(again, { date: body.revaluation_date, rates, cash_accounts: body.accounts })
        return [{ resource: 'fx_revaluation', id, before: null }]
      },
    }
  },
  undo: (context, { id }) => reverseRevaluation(context, id),
}

const filedReturn = z.object({
  started_at: date,
  ended_at: date,
  authority_reference: optional(code),
  credit: choice(creditUses).optional(),
})

/** Filed returns, one after the other: their days take no tax any more. A return of one month is filed monthly. */
export const returnImport: ImportRules = {
  schema: filedReturn,
  order: 'alone',
  open: async () => ({
    ...unnumberedBook,
    resolve: {},
    create: async (again, { started_at, ended_at, authority_reference, credit }: z.output<typeof filedReturn>) => {
      const vat_frequency = started_at.slice(0, 7) === ended_at.slice(0, 7) ? 'monthly' : 'quarterly'
      await again.db.updateTable('organizations').set({ vat_frequency }).execute()
      const id = Number(ended_at.replaceAll('-', ''))
      await filePeriod(again, id)
      if (authority_reference) await setAuthorityReference(again, id, authority_reference)
      if (credit === 'claimed') await setCreditUse(again, id, credit)
      return [{ resource: 'vat_return', id, before: null }]
    },
  }),
  undo: async (context, { id }) => {
    const filed = await context.db
      .selectFrom('vat_periods')
      .select('claimed_at')
      .where('id', '=', id)
      .executeTakeFirst()
    if (filed?.claimed_at) await setCreditUse(context, id, 'carried')
    await takeBackReturn(context, id, 'import')
  },
}
