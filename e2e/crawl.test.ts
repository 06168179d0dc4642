import { mkdirSync } from 'node:fs'
import { fillBooks } from './kit/fillBooks.ts'
import { lookAt, pictures } from './kit/lookAt.ts'
import { createOrganization, type Organization } from './kit/organization.ts'
import { everyAddress } from './kit/pages.ts'
import { test as base, expect, signInAs } from './kit/test.ts'

// Every page, in both languages, light and dark, on a desk, a tablet and a phone: no error of the browser, nothing
// wider than the screen, no key instead of words, nothing serious for axe. Pictures are taken where asked for (`PICTURES=1`).

/** Small parts: one takes seconds, also on a machine that is ten times slower. The company is filled once a worker. */
const parts = 12
mkdirSync(pictures, { recursive: true })

/** The organisation whose pages are looked at: filled once for all the parts that a worker takes. */
const test = base.extend<object, { filled: { owner: Organization; addresses: string[] } }>({
  filled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use, info) => {
      const { baseURL } = info.project.use
      const owner = await createOrganization(baseURL ?? '', info.project.name === 'en' ? 'en' : 'ar')
      await fillBooks(owner)
      await use({ owner, addresses: await everyAddress(owner) })
    },
    { scope: 'worker' },
  ],
})

for (const part of Array.from({ length: parts }, (_, index) => index)) {
  test(`every page, part ${part + 1} of ${parts}`, async ({ page, filled, language }) => {
    await signInAs(page, filled.owner.token)
    const addresses = filled.addresses.filter((_, index) => index % parts === part)
    expect(filled.addresses.length).toBeGreaterThan(4 * parts)
    const found: string[] = []
    for (const address of addresses) found.push(...(await lookAt(page, address, language)))
    expect(found).toEqual([])
  })
}

test('a page in each layout, with its navigation on the accent', async ({ page, filled, language }) => {
  await signInAs(page, filled.owner.token)
  await page.goto('/')
  const found: string[] = []
  for (const layout of ['classic', 'stackedSide', 'simple', 'decked']) {
    await page.evaluate((name) => {
      localStorage.setItem('mizan-navigation', 'themed')
      localStorage.setItem('mizan-layout', name)
    }, layout)
    await page.goto('/')
    const problems = await lookAt(page, '/settings/units', language)
    found.push(...problems.map((problem) => `${layout} ${problem}`))
  }
  expect(found).toEqual([])
})

test('the pages before the sign-in', async ({ page, language }) => {
  const found: string[] = []
  for (const address of ['/login', '/register', '/forgot-password'])
    found.push(...(await lookAt(page, address, language)))
  expect(found).toEqual([])
})
