import type { Page } from '@playwright/test'

/** Waits until all parts of the page are loaded: a missing part would fail to load offline. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}
