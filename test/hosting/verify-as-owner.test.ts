import { expect, test } from 'vitest'
import { createTestApp } from '../harness/api.ts'
import { runInvariants } from '../harness/invariants.ts'
import { createOrganization, expectOk, invoiceBody } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

test('the owner of the schema, whom row security binds, finds what a superuser finds, but for what compares organizations', async () => {
  const app = await createTestApp()
  for (let count = 0; count < 2; count++) {
    const owner = await createOrganization(app)
    expectOk(await owner.post('/invoices', invoiceBody(owner)))
  }
  const asBoth = async () => {
    const [own, all] = [await runInvariants(app.roles.owner), await runInvariants(app.roles.superuser)]
    const asked = all.filter(({ name }) => name !== '0048-people-have-one-place')
    expect(own.filter(({ isSkipped }) => isSkipped).map(({ name }) => name)).toEqual(['0048-people-have-one-place'])
    const counts = (results: typeof own) =>
      results.filter(({ isSkipped }) => !isSkipped).map(({ name, count }) => [name, count])
    expect(counts(own)).toEqual(counts(asked))
    return own.filter(({ count }) => count > 0).map(({ name, count }) => [name, count])
  }
  expect(await asBoth()).toEqual([])
  const change = (by: number) =>
    withSuperuser(app, async (client) => {
      await client.query(`SET session_replication_role = 'replica'`)
      const { rowCount } = await client.query(
        'UPDATE monthly_balances SET debit = debit + $1 WHERE organization_id = (SELECT max(organization_id) FROM organizations) AND debit > 0',
        [by],
      )
      await client.query('RESET session_replication_role')
      expect(rowCount).toBeGreaterThan(0)
    })
  await change(1)
  expect((await asBoth()).length).toBeGreaterThan(0)
  await change(-1)
})
