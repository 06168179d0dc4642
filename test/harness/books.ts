import type { TestApp } from './api.ts'
import type { Organization } from './organization.ts'
import { withSuperuser } from './role.ts'

/** The balance of each role's account, debit less credit, in halalas: integers, so that tests can subtract them. */
export async function roleBalances(app: TestApp, organization: Organization): Promise<Map<string, number>> {
  const id = Number(organization.token?.split('.')[0])
  return withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT account.role, sum(line.debit - line.credit) * 100 AS net FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 AND account.role IS NOT NULL GROUP BY account.role`,
      [id],
    )
    return new Map(rows.map((row) => [row.role, Number(row.net)]))
  })
}

/** The effect of one event on accounts with a role: `AR D1150`. */
export async function movedBy(
  app: TestApp,
  organization: Organization,
  event: () => Promise<unknown>,
): Promise<string[]> {
  const before = await roleBalances(app, organization)
  await event()
  const after = await roleBalances(app, organization)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((role) => ({ role, cents: (after.get(role) ?? 0) - (before.get(role) ?? 0) }))
    .filter(({ cents }) => cents !== 0)
    .map(({ role, cents }) => `${role} ${cents > 0 ? 'D' : 'C'}${(Math.abs(cents) / 100).toString()}`)
    .sort()
}
