import { expect, test } from 'vitest'
import type { DeskRow } from '#contract/reports/desk.ts'
import { apiOf } from '#server/db/seed/demo-api.ts'
import { seedSecondOrganization } from '#server/db/seed/demo-second.ts'
import { createTestApp } from '../harness/api.ts'
import { password } from '../harness/organization.ts'

test('the owner of the demonstration has a second organization with work that waits, and signs in to the first', async () => {
  const { app } = await createTestApp()
  const api = await apiOf(app, { email: 'demo@example.sa', password })
  const first = api.organizationId()
  await seedSecondOrganization(api, app.services.clock.now())
  expect(api.organizationId()).toBe(first)
  const desk = await api.get<DeskRow[]>('/account/desk')
  expect(desk.map(({ is_current }) => is_current)).toEqual([true, false])
  expect(desk[1]?.waiting).toMatchObject({ draft_invoices: 1 })
})
