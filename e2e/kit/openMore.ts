import type { Locator, Page } from '@playwright/test'
import type { Words } from './words.ts'

/** Opens what a page offers in addition to its next steps, and answers it. */
export async function openMore(page: Page, t: Words): Promise<Locator> {
  const name = t('common:actions.more')
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('group', { name })
}
