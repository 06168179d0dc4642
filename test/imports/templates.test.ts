import { beforeAll, expect, test } from 'vitest'
import { importKindNames } from '#contract/imports/import-kinds.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { createOrganization, type Organization } from '../harness/organization.ts'
import { runOf } from './import-files.ts'

// The filled examples, in the order a company moves in: each can be imported as it is.

let app: TestApp
let owner: Organization
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
})

// Foreign balances, days that are over, a bill of freight and what is retained are not there in every organization.
const dependent = new Set<string>([
  'landed_costs',
  'retention_releases',
  'fx_revaluations',
  'vat_returns',
  'withholding_returns',
  'year_closings',
])

test.each(importKindNames.filter((kind) => !dependent.has(kind)).map((kind, index) => [kind, index] as const))(
  'the template of %s is in order',
  async (kind, index) => {
    const reply = await app.app.inject({
      method: 'GET',
      url: `/api/imports/template?kind=${kind}&format=${index % 2 === 0 ? 'xlsx' : 'csv'}`,
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': index % 3 === 0 ? 'en' : 'ar' },
    })
    const done = await runOf(owner, { kind, content: reply.rawPayload })
    const refused = (await owner.get(`/imports/${done.id}/rows?outcome=refused`)).body.data
    expect(refused.map(({ issues }: { issues: unknown }) => issues)).toEqual([])
    expect(done).toMatchObject({ state: 'committed', rows_refused: 0, rows_skipped: 0 })
    expect(done.rows_new).toBeGreaterThan(0)
  },
)
