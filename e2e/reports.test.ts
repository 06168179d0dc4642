import { addDays } from '../ledger/calendar/calendar.ts'
import { isolateBidi } from '../web/i18n/isolateBidi.ts'
import { limitedUser } from './kit/limited-user.ts'
import { today } from './kit/organization.ts'
import { sheetName } from './kit/sheetName.ts'
import { expect, signInAs, test } from './kit/test.ts'

test('a figure leads only where its reader may go', async ({ page, owner, t }) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const reports = ['read-report-aged-receivables', 'read-report-profit-and-loss']
  await signInAs(page, await limitedUser(owner.token, ['read-home', ...reports]))
  await page.goto('/reports/aged-receivables')
  const row = page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })
  await expect(row).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0)
  // On the home page only figures of profit and loss and of the ageing have links.
  await page.goto('/')
  await expect(page.getByText(t('reports:home.figures.sales_this_month'))).toBeVisible()
  const links = page.locator('main').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.replace(/\?.*/, '')))
  expect([...new Set(addresses)].sort()).toEqual(['/reports/aged-receivables', '/reports/profit-and-loss'])
})

test('a figure of twelve digits is shown completely on the first page, also on a phone', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const product_id = await owner.product('عقد إنشاء', { product_type_id: 2, unlimited_quantity: true })
  const items = [{ product_id, quantity: 1, price: '123456789012.34', tax_rate: 15 }]
  await owner.invoice(await owner.customer('مؤسسة الربيع'), { items })
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    const figures = page.locator('main').getByRole('list').first().getByRole('listitem')
    await expect(figures.filter({ hasText: t('reports:home.figures.sales_this_month') })).toContainText(
      '123,456,789,012.34',
    )
    for (const figure of await figures.all())
      expect(await figure.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true)
  }
})

test('an empty as-recorded report says so and links to the present report', async ({ signedIn: page, owner, t }) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const yesterday = addDays(today(), -1)
  await page.goto(`/reports/profit-and-loss?as_known_at=${yesterday}`)
  await expect(page.getByText(t('reports:not_known_yet', { date: isolateBidi(yesterday) }))).toBeVisible()
  await page.getByRole('button', { name: t('reports:show_as_known_now') }).click()
  await expect(page.getByRole('table')).toContainText('1,000.00')
  expect(new URL(page.url()).searchParams.has('as_known_at')).toBe(false)
})

test('a figure in brackets scrolls below the fixed name column like any other', async ({ signedIn: page, owner }) => {
  const { id, invoice_date } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const note = { note_date: invoice_date, reason: 'خصم', lines: [{ line_number: 1, amount: 10 }] }
  await owner.post(`/invoices/${id}/credit-note`, note)
  const days = `from=${today().slice(0, 7)}-01&to=${addDays(today(), 700)}`
  await page.goto(`/reports/profit-and-loss?columns=month&${days}`)
  const row = page.getByRole('row').filter({ hasText: '(10.00)' }).first()
  const [name, figure] = [row.getByRole('rowheader'), row.getByText('(10.00)').first()]
  const middle = async (of: typeof name) => {
    const { x, width } = (await of.boundingBox()) as { x: number; width: number }
    return x + width / 2
  }
  await figure.hover()
  await expect(async () => {
    const apart = (await middle(figure)) - (await middle(name))
    // The column of numbers goes first, and takes the names along until they stay.
    if (Math.abs(apart) >= 2) await page.mouse.wheel(apart, 0)
    expect(Math.abs(apart)).toBeLessThan(2)
  }).toPass()
  const { x, y, width, height } = (await figure.boundingBox()) as Record<'x' | 'y' | 'width' | 'height', number>
  const drawn = `document.elementFromPoint(${x + width / 2}, ${y + height / 2})`
  expect(await page.evaluate(`${drawn}.closest('th') !== null`)).toBe(true)
})

test('on a phone a statement fits its width: balance in the row, other columns below', async ({
  signedIn: page,
  owner,
  t,
}) => {
  const customer = await owner.customer('مؤسسة الربيع')
  const { invoice_number } = await owner.invoice(customer)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/reports/customer-statement?customer_id=${customer}`)
  const table = page.getByRole('table').first()
  await expect(table.getByRole('row').filter({ hasText: invoice_number })).toBeVisible()
  await expect(table.getByRole('columnheader')).toContainText([
    t('reports:columns.entry'),
    t('reports:columns.balance'),
  ])
  await expect(table.getByRole('row').filter({ hasText: t('reports:columns.remaining') })).toBeVisible()
  for (const region of await page.locator('main').getByRole('region').all())
    expect(await region.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  // The ageing at its end opens the open items.
  await page.getByRole('table').last().getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('reports:open_receivables.title'))
  // Days that run backwards are refused, and leave nothing to be printed.
  const print = page.getByRole('button', { name: t('common:actions.print') })
  await expect(print).toBeVisible()
  await page.goto('/reports/profit-and-loss?from=2026-12-01&to=2026-01-01')
  await expect(page.getByText(t('refusals:range_reversed'))).toBeVisible()
  await expect(print).toHaveCount(0)
})

test('a folded chart may break between its rows, so that the first sheet is not empty', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const kept = async (depth: string) => {
    await page.goto(`/reports/trial-balance?depth=${depth}`)
    await expect(page.getByRole('table').getByRole('row').last()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    return page.evaluate<(string | undefined)[]>(
      `[...document.querySelectorAll('tr[data-style=group]')].map((row) => getComputedStyle(row).breakAfter)`,
    )
  }
  expect(new Set(await kept('2'))).toEqual(new Set(['auto']))
  // Above its accounts a group stays with the first of them.
  expect(await kept('all')).toContain('avoid')
  // A loose sheet says what it is of.
  expect(await sheetName(page)).toContain(t('reports:trial_balance.title'))
})

test('on a phone the selected month is shown next to the total', async ({ signedIn: page, owner, t }) => {
  await owner.invoice(await owner.customer('عميل'))
  const year = today().slice(0, 4)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/reports/profit-and-loss?from=${year}-01-01&to=${year}-12-31&columns=month`)
  const heads = page.getByRole('columnheader')
  await expect(heads).toContainText([t('reports:columns.account'), `${year}-12`, t('reports:columns.total')])
  const table = page.getByRole('region', { name: t('reports:profit_and_loss.title') })
  expect(
    await table.evaluate((one: { scrollWidth: number; clientWidth: number }) => one.scrollWidth - one.clientWidth),
  ).toBe(0)
  await page
    .getByRole('combobox', { name: t('reports:column') })
    .or(page.getByLabel(t('reports:column')))
    .first()
    .click()
  await page.getByRole('option', { name: today().slice(0, 7) }).click()
  await expect(heads.nth(1)).toContainText(today().slice(0, 7))
  await expect(page.getByRole('row').filter({ hasText: '1,000.00' }).first()).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(heads).toHaveCount(15)
})

test('a total of several accounts opens a statement of all of them, where one account can be chosen', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await page.goto('/reports/profit-and-loss')
  const profit = page.getByRole('row').filter({ hasText: t('reports:lines.gross_profit') })
  await profit.getByRole('link', { name: '1,000.00' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('reports:account_statement.title'))
  await expect(page).toHaveURL(/line=gross_profit/)
  const closing = page.getByRole('row').filter({ hasText: t('reports:lines.closing') })
  await expect(closing).toContainText('1,000.00')
  const account = page.getByRole('combobox', { name: t('reports:fields.report.account_id') })
  await expect(account).toHaveValue(t('reports:lines.gross_profit'))
  await account.click()
  await account.fill('110201')
  await page.getByRole('option', { name: '110201' }).click()
  await expect(page).not.toHaveURL(/line=/)
  await expect(closing).toContainText('1,150.00')
})

test('the heads of a long sheet stay above its rows', async ({ signedIn: page, owner, t }) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await page.setViewportSize({ width: 1440, height: 400 })
  await page.goto('/reports/trial-balance')
  const total = page.getByRole('row').filter({ hasText: t('reports:lines.total') })
  await total.scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: t('reports:columns.account') })).toBeInViewport()
})
