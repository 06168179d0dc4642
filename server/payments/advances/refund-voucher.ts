import { sql } from 'kysely'
import type { IssuedPaper } from '#contract/paper/issued-paper.ts'
import type { Need } from '#server/core/needs.ts'
import { organizationOf } from '#server/documents/document-header-sql.ts'

/** What the voucher of a refund says of the organisation, the party and the payment method. */
export const voucherOf = (party: number, method: number): Need<IssuedPaper['refund'] | undefined> => ({
  load: async ({ db, session }) => {
    const own = session.organization_id
    const { rows } = await sql<IssuedPaper['refund']>`
      SELECT ${organizationOf(own)} AS organization,
        (SELECT json_build_object('id', id, 'name', name, 'name_en', name_en) FROM parties WHERE organization_id = ${own} AND id = ${party}) AS party,
        (SELECT json_build_object('name', name, 'name_en', name_en) FROM payment_methods WHERE organization_id = ${own} AND id = ${method}) AS method`.execute(
      db,
    )
    return rows[0]
  },
})
