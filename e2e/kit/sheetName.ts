import type { Page } from '@playwright/test'

/** What stands above every sheet but the first when this page is printed. */
export const sheetName = (page: Page): Promise<string> =>
  page.evaluate<string>(`document.documentElement.style.getPropertyValue('--sheet-name')`)
