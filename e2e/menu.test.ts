import { expect, test } from './kit/test.ts'

test('the menu of a new company has 15 entries, 20 with its settings open, and remembers what was opened', async ({
  signedIn: page,
  t,
}) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: t('shell:menu.navigation') })
  // The first link is the product's own name, which leads home.
  const entries = menu.getByRole('link')
  await expect(entries).toHaveCount(1 + 15)
  for (const settings of await menu.getByRole('button', { name: t('shell:groups.settings_divider') }).all())
    await settings.click()
  await expect(entries).toHaveCount(1 + 20)
  await page.reload()
  await expect(entries).toHaveCount(1 + 20)
  await menu.getByRole('button', { name: t('shell:groups.accounting') }).click()
  await expect(entries).toHaveCount(1 + 12)
})

test('a tab leads from one page of an entry to the next, and the entry stays marked', async ({ signedIn: page, t }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: t('shell:menu.navigation') })
  await menu.getByRole('link', { name: t('shell:pages.closing') }).click()
  await page.waitForURL('**/accounting/month-close')
  const tabs = page.getByRole('navigation', { name: t('shell:menu.tabs', { name: t('shell:pages.closing') }) })
  await tabs.getByRole('link', { name: t('shell:tabs.vat_periods') }).click()
  await page.waitForURL('**/accounting/vat-periods')
  await expect(tabs.locator('[aria-current=page]')).toHaveText(t('shell:tabs.vat_periods'))
  await expect(menu.locator('[data-current]')).toHaveText(t('shell:pages.closing'))
})
