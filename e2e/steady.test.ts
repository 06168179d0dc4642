import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

/** Collects every move of what is already drawn, from the first moment of a page. */
const watchShifts = (page: Page) =>
  page.addInitScript({
    content: `window.shifts = []
      new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries())
          window.shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent)])
      }).observe({ type: 'layout-shift', buffered: true })`,
  })

test('nothing moves while home, a list, a form, a view or a report arrives', async ({ signedIn: page, owner }) => {
  const { id } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await watchShifts(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of [
      '/',
      '/sales/invoices',
      '/sales/invoices/create',
      `/sales/invoices/${id}/view`,
      '/reports/profit-and-loss',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const shifts = await page.evaluate<[number, ...string[]][]>('window.shifts')
      // Below a thousandth of the window nothing is seen to move.
      const sum = shifts.reduce((total, [value]) => total + value, 0)
      expect(sum, `${address} at ${width}: ${JSON.stringify(shifts)}`).toBeLessThan(0.001)
    }
  }
})
