import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createQuarter } from '../books/quarter/company.ts'
import { createCompany, happen } from '../books/second-quarter/company.ts'
import { type Client, createTestApp, type TestApp } from '../harness/api.ts'
import { expectOk, onboardingBody, signUp } from '../harness/organization.ts'
import { everythingOf, figuresOf, importPackage } from './packages.ts'

// Everything leaves as one file and comes back into a new organization: the same trial balance, ageing, stock and VAT.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

async function newOrganization(): Promise<Client> {
  const owner = await signUp(app)
  expectOk(await owner.post('/organization/onboarding/submit', onboardingBody(owner.email)))
  return owner
}

test('a quarter of business comes back with the same figures', async () => {
  const from = await createQuarter(app)
  const to = await newOrganization()
  const done = await importPackage(to, await everythingOf(app, from, 'csv'))
  expect(done.problems).toEqual([])
  expect(done.record).toMatchObject({ state: 'committed', rows_refused: 0 })
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
})

test('a trader in several currencies comes back with the same figures', async () => {
  const from = await createCompany(app)
  for (const line of readFileSync(new URL('../books/second-quarter/events.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'))
    await happen(from, line)
  const to = await newOrganization()
  const done = await importPackage(to, await everythingOf(app, from, 'xlsx'))
  expect(done.problems).toEqual([])
  expect(await figuresOf(to)).toEqual(await figuresOf(from))
}, 60_000)
