import type { Page } from '@playwright/test'

/** The page name above every printed sheet except the first. */
export const sheetName = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.documentElement.style.getPropertyValue('--sheet-name')`)
