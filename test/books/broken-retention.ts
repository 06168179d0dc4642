import { billBody } from '../harness/bodies.ts'
import { expectOk, idOf, invoiceBody, type Organization, today } from '../harness/organization.ts'
import { breakOneRow } from './break-one-row.ts'

/** What is retained of an invoice and a bill; a part of the invoice is released, and one release taken back. */
export async function keepRetention(owner: Organization): Promise<void> {
  const kept = { retention_percent: 10, retention_basis: 'net' }
  const invoice = await idOf(owner.post('/invoices', invoiceBody(owner, kept)))
  await idOf(owner.post('/bills', billBody(owner, kept)))
  const release = (amount: number) => owner.post(`/invoices/${invoice}/retention-releases`, { date: today(), amount })
  for (const amount of [1, 2]) expectOk(await release(amount))
  const { retention_moves } = expectOk(await owner.get(`/invoices/${invoice}`)).body.data
  const { id } = retention_moves.at(-1)
  expectOk(await owner.post(`/invoices/${invoice}/retention-releases/${id}/void`, {}))
}

const onRole = (role: string) =>
  `EXISTS (SELECT FROM accounts WHERE accounts.organization_id = row.organization_id AND accounts.id = row.account_id AND accounts.role = '${role}')`
const more = 'debit = debit + sign(debit), credit = credit + sign(credit)'

/** How each part of the invariant of what is retained is broken. */
export const retentionBreaks: Record<string, string[]> = {
  '0066-what-is-retained-is-its-moves': [
    breakOneRow('documents', 'retained = retained - 1', 'retained > 1'),
    breakOneRow('documents', 'retained_base = retained_base - 1', 'retained > 1'),
    breakOneRow('documents', 'retention = retention + 1', 'retained > 1'),
    breakOneRow('retention_moves', 'amount = amount + 1', "kind = 'released' AND state = 'posted'"),
    breakOneRow('retention_moves', "state = 'void'", "kind = 'released' AND state = 'posted'"),
    breakOneRow('journal_lines', more, onRole('RETENTION_REC')),
    breakOneRow('journal_lines', more, onRole('RETENTION_PAY')),
    breakOneRow('allocations', 'carrying_base = carrying_base + 1', 'retention_move_id IS NOT NULL'),
    breakOneRow('allocations', 'allocation_date = allocation_date + 1', 'retention_move_id IS NOT NULL'),
  ],
}
