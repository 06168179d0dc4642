import type { Browser, Page, TestInfo } from '@playwright/test'
import { fill } from './kit/fields.ts'
import { goOffline } from './kit/goOffline.ts'
import { password } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// The application as it is installed: it starts without a connection, shows what was seen last, and writes nothing.

/** A browser of its own whose pages may have a service worker, in the language of the project. */
async function installed(browser: Browser, info: TestInfo): Promise<Page> {
  const { baseURL, locale, timezoneId, contextOptions } = info.project.use
  const own = { ...contextOptions, baseURL, locale, timezoneId }
  return (await browser.newContext({ ...own, serviceWorkers: 'allow' })).newPage()
}

/** All files of the pages are there once the worker is active. */
const workerIsReady = (page: Page) =>
  expect
    .poll(() => page.evaluate('navigator.serviceWorker.getRegistration().then((it) => it?.active?.state)'), {
      timeout: 90_000,
    })
    .toBe('activated')

test('a remembered device starts without a connection, shows its lists with their age, and forgets them at the sign-out', async ({
  browser,
  owner,
  t,
}, info) => {
  const page = await installed(browser, info)
  const customer = await owner.customer('مؤسسة بلا اتصال')
  const made = await owner.invoice(customer)
  await page.goto('/login')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), password)
  await page.getByLabel(t('auth:fields.user.remember')).check()
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: t('shell:pages.invoices'), exact: true }).click()
  const number = page.getByRole('link', { name: String(made.invoice_number) })
  await expect(number).toBeVisible()
  await workerIsReady(page)

  await goOffline(page)
  await page.reload()
  await expect(number).toBeVisible()
  const notice = page.getByRole('status').filter({ hasText: t('common:list.seen', { when: '' }).split('{')[0]?.trim() })
  await expect(notice).toBeVisible()
  // What was never seen says that there is no connection.
  await page.getByRole('link', { name: t('shell:pages.suppliers'), exact: true }).click()
  await expect(page.getByRole('main').getByText(t('common:toasts.offline'))).toBeVisible()

  await page.goBack()
  await page.context().setOffline(false)
  await expect(notice).toBeHidden()
  await expect(number).toBeVisible()
  await page.getByRole('button', { name: t('shell:header.account', { name: 'سارة' }) }).click()
  await page.getByRole('menuitem', { name: t('shell:header.logout') }).click()
  await page.waitForURL('**/login*')
  await goOffline(page)
  await page.goto('/sales/invoices')
  await page.waitForURL('**/login*')
  await expect(page.getByLabel(t('common:fields.password'), { exact: true })).toBeVisible()
  await page.context().close()
})

test('a device that is not remembered keeps no list', async ({ browser, owner, t }, info) => {
  const page = await installed(browser, info)
  await page.goto('/login')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), password)
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: t('shell:pages.invoices'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('documents:names.invoice.many'))
  await workerIsReady(page)
  await goOffline(page)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(t('common:toasts.offline'))
  await expect(page.getByRole('heading', { name: t('documents:names.invoice.many') })).toBeHidden()
  await page.context().close()
})

test('the manifest says what is installed, and its icons are there', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons, display, start_url } = await answer.json()
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' })
  expect(icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']),
  )
  for (const { src } of icons) expect((await request.get(src)).status(), src).toBe(200)
})
