import type { z } from 'zod'
import type { zakatAdjustments, zakatYears } from '#contract/zakat/zakat.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type Input = z.output<typeof zakatYears.input> | z.output<typeof zakatAdjustments.input>

/** Both are of a financial year that exists, named by its last day. */
const rulesOf = (table: 'zakat_years' | 'zakat_adjustments') =>
  ({
    listing: plainListing(table),
    create: async (context: Context, { version: _, ...body }: Input) => {
      await requireYear(context, body.ended_on)
      return insertRow(context.db, table, body)
    },
    update: async (context: Context, id: number, { version, ...body }: Input) => {
      await requireYear(context, body.ended_on)
      await updateRow(context.db, table, id, body, version)
    },
  }) satisfies ResourceRules

async function requireYear({ db }: Context, ended_on: string): Promise<void> {
  const year = await db.selectFrom('financial_years').select('id').where('ended_at', '=', ended_on).executeTakeFirst()
  if (!year) throw new Refusal('zakat_no_year', { field: 'ended_on' })
}

export const zakatYearRules = rulesOf('zakat_years')
export const zakatAdjustmentRules = rulesOf('zakat_adjustments')
