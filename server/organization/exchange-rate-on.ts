import { type RawBuilder, sql } from 'kysely'

/** The rate valid on a day: the last dated one on or before it, else the one stored with the currency; or null. */
export const exchangeRateOn = (
  organization: number,
  currency: RawBuilder<unknown>,
  day: string,
): RawBuilder<string | null> => sql`
  coalesce(
    (SELECT dated.rate::numeric FROM exchange_rates AS dated WHERE dated.organization_id = ${organization}
      AND dated.currency_id = ${currency} AND dated.valid_on <= ${day}::date ORDER BY dated.valid_on DESC LIMIT 1),
    (SELECT kept.rate::numeric FROM organization_currencies AS kept WHERE kept.organization_id = ${organization} AND kept.currency_id = ${currency}))`
