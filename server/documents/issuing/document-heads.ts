import { sql } from 'kysely'
import type { z } from 'zod'
import type { documentHeadsCall } from '#contract/e-invoicing.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { branchOf, type Heads, organizationOf, partyHeaderSql } from '#server/documents/document-header-sql.ts'
import { inPhase2 } from '#server/e-invoicing/phase.ts'
import { exchangeRateOn } from '#server/organization/exchange-rate-on.ts'

type HeadsQuery = z.output<typeof documentHeadsCall.query>
type Row = Pick<Heads, 'organization'> & {
  party: Heads['party'] | null
  branch: Heads['branch'] | null
  exchange_rate: string | null
}

/** Seller, branch and buyer of a sale that is being typed. */
export async function documentHeadsOf(context: Context, { branch_id, customer_id, currency_id, date }: HeadsQuery) {
  const { organization_id: own, organization } = context.session
  const isBase = currency_id === organization.currency_id
  const rate = isBase ? sql`1` : exchangeRateOn(own, sql`${currency_id}::bigint`, date)
  const { rows } = await sql<Row>`
    SELECT ${organizationOf(own)} AS organization, ${branchOf(own, sql`${branch_id}`)} AS branch,
      ${partyHeaderSql(own, sql`party.id = ${customer_id} AND party.kind = 'customer'`)} AS party, ${rate}::text AS exchange_rate`.execute(
    context.db,
  )
  const { party, branch, ...found } = rows[0] as Row
  const errors: FieldErrors = {}
  if (!party) errors.customer_id = { code: 'unknown_reference' }
  if (!branch) errors.branch_id = { code: 'unknown_reference' }
  if (!party || !branch) throw new Refusal('invalid_input', { errors })
  return { ...found, party, branch, applies: organization.tax_number !== null && inPhase2(context) }
}
