import type { z } from 'zod'
import type { forecastRows } from '#contract/forecast/forecast-rows.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { plainListing } from '#server/paging/plain-listing.ts'
import type { ResourceRules } from '#server/resource/routes.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type Input = z.output<typeof forecastRows.input>

export const forecastRules = {
  listing: plainListing('forecast_rows'),
  create: ({ db }: Context, body: Input) => insertRow(db, 'forecast_rows', inOrder(body)),
  update: ({ db }: Context, id: number, { version, ...body }: Input) =>
    updateRow(db, 'forecast_rows', id, inOrder(body), version),
} satisfies ResourceRules

function inOrder({ version: _, ...body }: Input) {
  if (body.until_on && body.until_on < body.first_on)
    throw new Refusal('invalid_input', { errors: { until_on: { code: 'ends_before_start' } } })
  return body
}
