import { fill } from './kit/fields.ts'
import { password } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

test('the first invoice opened after the sign-in takes at most 12 requests and 300 kB', async ({
  browser,
  baseURL,
  owner,
  t,
}, info) => {
  const { id } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  // A browser that has nothing of ours yet but the sign-in page.
  const { locale, timezoneId } = info.project.use
  const context = await browser.newContext({ baseURL, locale, timezoneId })
  const page = await context.newPage()
  await page.goto(`/sales/invoices/${id}/view`)
  await page.waitForURL('**/login*')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), password)
  await page.waitForLoadState('networkidle')
  const taken: { url: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize)
    if (!['font', 'image'].includes(request.resourceType())) taken.push({ url: pathname, bytes })
  })
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(taken.map((one) => one.bytes))).reduce((sum, one) => sum + one, 0)
  console.log(`the first invoice: ${taken.length} requests, ${Math.round(bytes / 1000)} kB`)
  expect(taken.length, taken.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(12)
  expect(bytes).toBeLessThanOrEqual(300_000)
  // What belongs to the record is asked for once, while the code is on its way.
  const asked = taken.map(({ url }) => url).filter((url) => url.startsWith(`/api/invoices/${id}`))
  expect(asked.sort()).toEqual([...new Set(asked)])
  await context.close()
})
