import { decimal, text } from '#ledger/money.ts'
import type { TestApp } from '../harness/api.ts'
import type { Organization } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

type Side = { role: string; kind: string; day: string }
type BranchValue = { branch_id: string; value: string }
const numberOf = (owner: Organization) => Number(owner.token?.split('.')[0])

/** The balance of the account of a role by branch at the end of a day, debit less credit. */
export const byBranch = (app: TestApp, owner: Organization, role: string, day: string): Promise<BranchValue[]> =>
  withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT line.branch_id, sum(line.debit - line.credit) AS value FROM journal_lines AS line
       JOIN accounts AS account ON account.organization_id = line.organization_id AND account.id = line.account_id
       WHERE line.organization_id = $1 AND account.role = $2 AND line.entry_date <= $3 GROUP BY 1 HAVING sum(line.debit - line.credit) <> 0 ORDER BY 1`,
      [numberOf(owner), role, day],
    )
    return rows
  })

/** The balance of a clearing account by branch, and the value of open rows by branch, at the end of a day; they are two ways to the same. */
export async function balances(app: TestApp, owner: Organization, { role, kind, day }: Side) {
  const account = await byBranch(app, owner, role, day)
  const open = await withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT note.branch_id, sum(line.value - coalesce((SELECT sum(value) FROM goods_clearings AS gone
         WHERE gone.organization_id = $1 AND gone.goods_line_id = line.id AND gone.day <= $3), 0)) AS value
       FROM goods_note_lines AS line JOIN goods_notes AS note ON note.organization_id = line.organization_id AND note.id = line.goods_note_id
       WHERE line.organization_id = $1 AND note.kind = $2 AND note.state = 'posted' AND NOT note.is_return AND note.note_date <= $3
       GROUP BY 1 ORDER BY 1`,
      [numberOf(owner), kind, day],
    )
    return rows as BranchValue[]
  })
  return { account: shown(account, role === 'GDNI' ? 1 : -1), rows: shown(open, 1) }
}

const shown = (found: readonly BranchValue[], sign: number) =>
  found.flatMap(({ branch_id, value }) =>
    decimal(value).eq(0) ? [] : [`${branch_id} ${text(decimal(value).times(sign))}`],
  )
