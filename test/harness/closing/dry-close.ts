import { systemContext } from '#server/core/system-context.ts'
import { inTenant } from '#server/db/tenant/transaction.ts'
import { planDryClose } from '#server/dry-close/plan-dry-close.ts'
import { statementsOf } from '#server/dry-close/statements-of.ts'
import { loadAccounts } from '#server/journal/accounts.ts'
import { journalLinesOf } from '#server/posting/journal-rows.ts'
import type { TestApp } from '../api.ts'
import type { Organization } from '../organization.ts'
import { withSuperuser } from '../role.ts'

/** What a dry close says of a year, and what the books hold of it: both as lines in one order. */
export const dryCloseOf = (app: TestApp, owner: Organization) => {
  const organizationId = Number(owner.token?.split('.')[0])
  const { services } = app.app
  return {
    organizationId,
    /** The dry close of the year around a day. */
    dry: (day: string, days = { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }) =>
      inTenant(services.pool, organizationId, 'snapshot', async (db) => {
        const context = await systemContext(services, db, organizationId)
        const { stops, entries, closed } = await planDryClose(context, day)
        const accounts = await loadAccounts(context)
        const { rows } = await statementsOf(closed, days, entries)
        const lines = entries.flatMap((one) =>
          journalLinesOf(one, { ...context, accounts }).map((line) => ({ ...line, source: one.head.source })),
        )
        return {
          stops: stops.map(({ code }) => code),
          lines: inOrder(lines),
          statements: rows.map(({ key, figures }) => [key, figures] as const),
        }
      }),
    /** The lines of entries after a number, but for the months of schedules after a day. */
    booked: (after: number, through: string) =>
      withSuperuser(app, async (client) => {
        const { rows } = await client.query(
          `SELECT entry.source, line.account_id, line.debit, line.credit FROM journal_entries AS entry
           JOIN journal_lines AS line ON line.organization_id = entry.organization_id AND line.entry_id = entry.id
           WHERE entry.organization_id = $1 AND entry.entry_number > $2 AND (entry.entry_date <= $3 OR entry.source <> 'deferral')`,
          [organizationId, after, through],
        )
        return inOrder(rows)
      }),
    lastNumber: () =>
      withSuperuser(app, async (client) => {
        const { rows } = await client.query(
          'SELECT max(entry_number)::int AS last FROM journal_entries WHERE organization_id = $1',
          [organizationId],
        )
        return rows[0].last as number
      }),
    /** Posts what the outbox has for this company: it is due now. */
    postDue: async () => {
      await withSuperuser(app, (client) =>
        client.query('UPDATE outbox_directory SET due_at = now() WHERE organization_id = $1', [organizationId]),
      )
      await services.outbox.drain()
    },
  }
}

type Line = { source: string; account_id: number; debit: string; credit: string }
const inOrder = (lines: Line[]) =>
  lines
    .map(({ source, account_id, debit, credit }) => `${source} ${account_id} ${Number(debit)} ${Number(credit)}`)
    .toSorted()
