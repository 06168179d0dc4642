import type { Page } from '@playwright/test'

/** Once the parts of the page are loaded: without one of them it would show nothing else. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}
