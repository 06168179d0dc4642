import { expect, signInAs, test } from './kit/test.ts'

/** Lists whose records are written in a drawer. */
const lists = ['/sales/customers', '/users', '/accounting/financial-years', '/settings/taxes']

test('a drawer is inside the window next to a scroll bar that is seen, and gives the focus back', async ({
  playwright,
  owner,
  baseURL,
  launchOptions,
  t,
}, info) => {
  // As on a desk: Playwright hides the scroll bars otherwise.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const { locale, timezoneId, contextOptions } = info.project.use
  const context = await browser.newContext({ ...contextOptions, baseURL, locale, timezoneId })
  const page = await context.newPage()
  await signInAs(page, owner.token)
  const found: string[] = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 420 })
    for (const address of lists) {
      await page.goto(address)
      const open = page.locator('main header').getByRole('button').last()
      await open.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      const [left, right, room] = await page.evaluate<[number, number, number]>(`(() => {
        const { left, right } = document.querySelector('[role=dialog]').getBoundingClientRect()
        return [left, right, document.documentElement.clientWidth]
      })()`)
      if (left < 0 || right > room) found.push(`${address} at ${width}: from ${left} to ${right} of ${room}`)
      await dialog.getByRole('button', { name: t('common:actions.close') }).click()
      await expect(dialog).toBeHidden()
      await expect(open).toBeFocused()
    }
  }
  expect(found).toEqual([])
  await browser.close()
})
