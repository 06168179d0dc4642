import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { createOrganization, type Organization } from './organization.ts'
import { type Language, type Words, wordsOf } from './words.ts'

type Fixtures = {
  language: Language
  t: Words
  /** A new organisation of this test's own. */
  owner: Organization
  /** A page in which its owner is signed in. */
  signedIn: Page
  /** Errors the browser reported. A refused call is not one. */
  complaints: string[]
}

type Kept = { context: BrowserContext; page: Page }

/**
 * Each test runs in its project's language and fails when the browser reports an error. The tests of a worker share one
 * context, emptied after each: compiled scripts stay cached, and a page opens in half the time. One page of the site
 * stays open, so that its process stays too.
 */
export const test = base.extend<Fixtures, { kept: Kept }>({
  kept: [
    async ({ browser }, use, info) => {
      const { baseURL, locale, timezoneId, contextOptions, serviceWorkers } = info.project.use
      const context = await browser.newContext({ ...contextOptions, baseURL, locale, timezoneId, serviceWorkers })
      const page = await context.newPage()
      await page.goto('/favicon.svg')
      await use({ context, page })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ kept }, use) => {
    await kept.context.setStorageState({ cookies: [], origins: [] })
    await use(kept.context)
    await Promise.all(kept.context.pages().map((page) => page !== kept.page && page.close()))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  language: async ({}, use, info) => use(info.project.name === 'en' ? 'en' : 'ar'),
  t: async ({ language }, use) => use(wordsOf(language)),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    expect(complaints).toEqual([])
  },
  page: async ({ page, language, complaints }, use) => {
    await page.addInitScript((chosen) => {
      if (!localStorage.getItem('mizan-language')) localStorage.setItem('mizan-language', chosen)
    }, language)
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })
    await use(page)
  },
  owner: async ({ baseURL, language }, use) => use(await createOrganization(baseURL ?? '', language)),
  signedIn: async ({ page, owner }, use) => {
    await signInAs(page, owner.token)
    await use(page)
  },
})
export { expect }

/** The next page of this browser opens as the holder of the token. */
export const signInAs = (page: Page, token: string): Promise<unknown> =>
  page.addInitScript({
    // Once only: who logs out in the test stays out. A script for the page is text: the tests are typed for Node.
    content: `if (location.protocol.startsWith('http') && !sessionStorage.getItem('mizan-test')) {
      sessionStorage.setItem('mizan-test', 'signed in')
      document.cookie = 'mizan-token=${token}; Path=/; SameSite=Strict'
    }`,
  })
