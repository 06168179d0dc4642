import type { Page } from '@playwright/test'
import { isolateBidi } from '../web/i18n/isolateBidi.ts'
import { cell, field, fill } from './kit/fields.ts'
import { goTo } from './kit/lookAt.ts'
import { openMore } from './kit/openMore.ts'
import { type Organization, today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'
import type { Words } from './kit/words.ts'

// Periodic work: count stock, clear the opening, close the year and reopen it.

test('a stock count is entered by keyboard, shows its entry, and is voided', async ({ owner, signedIn: page, t }) => {
  await owner.product('دفتر', { code: 'A1', quantity: '10', purchase_price: '5' })
  await owner.product('قلم', { code: 'A2', quantity: '20', purchase_price: '2' })
  await page.goto('/inventory/counts/create')
  const counted = (name: string) =>
    page.getByLabel(`${t('catalog:fields.stock_count.counted')}: ${name}`, { exact: true })
  await counted('دفتر').fill('-8')
  await page.keyboard.press('Enter')
  await expect(counted('قلم')).toBeFocused()
  await page.keyboard.type('21')
  // The refused field has the focus until it is typed again.
  await page.getByRole('button', { name: t('catalog:counts.post') }).click()
  await expect(counted('دفتر')).toBeFocused()
  await expect(counted('دفتر')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type('٨')
  await expect(counted('دفتر')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(t('catalog:counts.progress', { counted: 2, total: 2 }))).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'A1' })).toContainText('-10.00')
  await page.getByRole('button', { name: t('catalog:counts.post') }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('STK-')
  await page.locator('summary', { hasText: t('history:entries.title') }).click()
  await expect(page.getByRole('article').filter({ hasText: t('history:entries.number') })).toContainText('510105')
  await (await openMore(page, t)).getByRole('button', { name: t('catalog:counts.void') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.confirm') })
    .click()
  await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
  await expect.poll(async () => (await owner.get('/inventory/counts'))[0].status).toBe('void')
})

test('opening balances are typed row by row; an empty last row is ignored', async ({ owner, signedIn: page, t }) => {
  await owner.product('دفتر', { code: 'A1-50', quantity: '0', purchase_price: '5' })
  // A scanner types a code and Enter at once, also where the goods are still on their way.
  await page.route('**/api/products/list*', (route) => setTimeout(() => void route.continue(), 1500))
  await page.goto('/accounting/opening')
  await page.getByRole('button', { name: t('opening:sections.stock') }).click()
  await page
    .getByRole('button', { name: t('common:lines.add') })
    .locator('visible=true')
    .click()
  const quantity = t('common:lines.cell', { field: t('opening:fields.opening.quantity'), number: 1 })
  for (const typed of ['a1-٥٠', '٤', '6.255']) {
    if (typed === '٤') await expect(cell(page, quantity)).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  const next = cell(page, t('common:lines.cell', { field: t('opening:fields.opening.product_id'), number: 2 }))
  await expect(next).toBeFocused()
  await page.keyboard.type('لا صنف كهذا')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('row').filter({ has: next })).toContainText(t('opening:fields.opening.quantity'))
  await next.fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
  const { stock } = await owner.get('/accounting/opening')
  expect(stock).toMatchObject([{ quantity: 4, unit_cost: 6.255 }])
  await page.getByRole('link', { name: t('common:actions.print') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'A1-50' })).toContainText('6.255')
})

test('typing after Enter replaces the value of the cell; owners see the base amount of a foreign item', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const name = 'Gulf Trading'
  await owner.customer(name)
  await page.goto('/accounting/opening')
  await page.getByRole('button', { name: t('opening:sections.receivables') }).click()
  await page
    .getByRole('button', { name: t('common:lines.add') })
    .locator('visible=true')
    .click()
  const field = t('opening:fields.opening.currency_id')
  const currency = cell(page, t('common:lines.cell', { field, number: 1 }))
  for (const typed of [name, 'F-1', '2026-01-31', 'USD', '', '100']) {
    if (typed === 'USD') await expect(currency).toBeFocused()
    await page.keyboard.type(typed)
    if (typed === name) await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('Enter')
  }
  await expect(currency).toHaveValue('USD')
  await expect(page.getByText(t('opening:equity.entered')).locator('..')).toContainText('375.00')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(t('common:toasts.updated'))).toBeVisible()
  const { receivables, equity } = await owner.get('/accounting/opening')
  expect(receivables).toMatchObject([{ amount: 100, exchange_rate: 3.75 }])
  expect(equity).toBe(375)
})

test('a year closes when nothing blocks it, and reopens with a reason', async ({ owner, signedIn: page, t }) => {
  await owner.product('دفتر', { quantity: '10', purchase_price: '5' })
  await owner.invoice(await owner.customer('عميل'))
  const name = today().slice(0, 4)
  await page.goto('/accounting/financial-years')
  const close = page.getByRole('button', { name: t('years:change.closed.named', { name }) })
  await close.click()
  const dialog = page.getByRole('dialog', { name: t('years:change.closed.title') })
  await expect(dialog).toContainText('1,000.00')
  await expect(dialog.getByRole('button', { name: t('common:actions.confirm') })).toBeDisabled()
  await dialog.getByRole('link', { name: t('years:closing.clear_opening') }).click()

  await page.getByRole('button', { name: t('opening:equity.clear') }).click()
  const clearing = page.getByRole('dialog', { name: t('opening:equity.clear') })
  await expect(field(clearing, t('opening:fields.opening.capital'))).toHaveValue('50.00')
  await clearing.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(clearing).toBeHidden()

  await page.goto('/accounting/financial-years')
  await close.click()
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(page.getByText(t('common:toasts.status_changed'))).toBeVisible()
  // Its name can be changed; its dates are read-only, and it cannot be deleted.
  await expect(page.getByRole('button', { name: t('common:actions.delete_named', { name }) })).toHaveCount(0)
  await page.getByRole('button', { name: t('common:actions.edit_named', { name }) }).click()
  const editing = page.getByRole('dialog', { name: t('years:names.financial_year.edit') })
  await expect(editing.getByText(t('years:closed_hint'))).toBeVisible()
  await expect(editing.getByLabel(t('years:fields.financial_year.ended_at'))).toHaveCount(0)
  await fill(editing, t('common:fields.description'), 'دُقّقت')
  await editing.getByRole('button', { name: t('common:actions.save') }).click()
  await expect(editing).toBeHidden()
  await expect.poll(async () => (await owner.get('/accounting/financial-years'))[0].description).toBe('دُقّقت')
  await page.getByRole('button', { name: t('years:change.reopened.named', { name }) }).click()
  const reopening = page.getByRole('dialog', { name: t('years:change.reopened.title') })
  await field(reopening, t('years:fields.financial_year.reason')).fill('فاتورة منسية')
  await reopening.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(reopening).toBeHidden()
  await expect.poll(async () => (await owner.get('/accounting/financial-years'))[0].status).toBe('open')
  await takeBackThePeriodic({ owner, page, t })
})

test('a year that is not the next to close shows no profit', async ({ owner, signedIn: page, t }) => {
  const name = today().slice(0, 4)
  const last = String(Number(name) - 1)
  const year = { name: last, type: 'yearly', started_at: `${last}-01-01`, ended_at: `${last}-12-31` }
  const { id } = await owner.post('/accounting/financial-years', year)
  await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' })
  await owner.invoice(await owner.customer('عميل'), { invoice_date: year.ended_at, due_date: year.ended_at })
  await page.goto('/accounting/financial-years')
  const dialog = page.getByRole('dialog', { name: t('years:change.closed.title') })
  await page.getByRole('button', { name: t('years:change.closed.named', { name: last }), exact: true }).click()
  await expect(dialog).toContainText('1,000.00')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('years:change.closed.named', { name }), exact: true }).click()
  await expect(dialog).toContainText(t('refusals:year_order', { name: `\u2068${last}\u2069` }))
  await expect(dialog).not.toContainText('1,000.00')
  await dialog.getByRole('link', { name: t('years:closing.earlier_year') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: year.ended_at })).toHaveCount(1)
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('the selection of cash to revalue survives a reload, also an empty one', async ({ owner, signedIn: page }) => {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const euro = (await owner.get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR')
  await owner.post(`/currencies/${euro.id}/rate`, { rate: '4.10' })
  const [branch] = await owner.get('/branches/list')
  const { number: journal_number } = await owner.get('/accounting/journal-entries/next-number')
  const idOf = (wanted: string) => accounts.find(({ number }) => number === wanted)?.id
  await owner.post('/accounting/journal-entries', {
    journal_number,
    journal_date: today(),
    branch_id: branch.id,
    currency_id: euro.id,
    lines: [
      { account_id: idOf('110101'), debit: '100', credit: '0' },
      { account_id: idOf('510101'), debit: '0', credit: '100' },
    ],
  })
  await page.goto('/accounting/fx-revaluations')
  const cash = page.getByRole('checkbox')
  const before = await cash.isChecked()
  for (const ticked of [!before, before]) {
    await cash.setChecked(ticked)
    await expect(page).toHaveURL(/cash=/)
    await page.reload()
    await expect(cash).toBeChecked({ checked: ticked })
  }
})

type Journey = { owner: Organization; page: Page; t: Words }

/** A correction of VAT, a revaluation and a clearing: each asks first, says of which day and how much, and does it. */
async function takeBackThePeriodic({ owner, page, t }: Journey): Promise<void> {
  const [branch] = await owner.get('/branches/list')
  const [cash] = await owner.get('/accounting/accounts/list?purpose=cash')
  const euro = (await owner.get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR')
  await owner.post(`/currencies/${euro.id}/rate`, { rate: '4.10' })
  await owner.invoice(await owner.customer('عميل أوروبي'), { currency_id: euro.id })
  await owner.post('/accounting/fx-revaluations', { date: today(), rates: [{ currency_id: euro.id, rate: '4.20' }] })
  await owner.post('/vat-adjustments', {
    adjustment_date: today(),
    direction: 'increase',
    amount: '75',
    reason: 'خطأ في إقرار سابق',
    branch_id: branch.id,
    account_id: cash.id,
  })
  const dialog = page.getByRole('dialog')
  const day = { date: isolateBidi(today()) }
  const states = async (path: string, rows: string | null) => {
    const answer = await owner.get(path)
    return ((rows ? answer[rows] : answer) as { state?: string; status?: string }[]).map(
      (row) => row.state ?? row.status,
    )
  }
  for (const { at, name, said, state } of [
    {
      at: '/accounting/vat-periods',
      name: 'vat:adjustment.take_back_named',
      said: ['خطأ في إقرار سابق', '75.00'],
      state: () => states('/vat-periods', 'adjustments'),
    },
    {
      at: '/accounting/fx-revaluations',
      name: 'revaluations:reverse_named',
      said: ['115.00'],
      state: () => states('/accounting/fx-revaluations', null),
    },
    {
      at: '/accounting/opening',
      name: 'opening:equity.reverse_named',
      said: ['50.00'],
      state: () => states('/accounting/opening', 'clearings'),
    },
  ]) {
    await goTo(page, at)
    await page.getByRole('button', { name: t(name, day) }).click()
    for (const figure of [today(), ...said]) await expect(dialog).toContainText(figure)
    expect(await state()).toEqual(['posted'])
    await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(state, at).not.toEqual(['posted'])
  }
  // A revaluation stays readable, with its rate.
  await goTo(page, '/accounting/fx-revaluations')
  await page.getByRole('button', { name: t('revaluations:details') }).click()
  await expect(
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: '4.2', exact: true }) }),
  ).toContainText('115.00')
  await revalueTheLastDay({ owner, page, t })
}

/** Tasks before closing a year open on its last day; a locked day is refused where it was chosen. */
async function revalueTheLastDay({ owner, page, t }: Journey): Promise<void> {
  const name = today().slice(0, 4)
  await owner.post('/accounting/period-locks', { all: `${name}-12-31` })
  await goTo(page, '/accounting/financial-years')
  await page.getByRole('button', { name: t('years:change.closed.named', { name }) }).click()
  await page.getByRole('link', { name: t('years:closing.revalue') }).click()
  const day = field(page, t('revaluations:fields.fx_revaluation.date'))
  await expect(day).toHaveValue(`${name}-12-31`)
  // Without a rate nothing is posted, and a message says so.
  const rate = page.getByLabel(`${t('revaluations:fields.fx_revaluation.closing_rate')} EUR`)
  const kept = await rate.inputValue()
  await rate.fill('')
  await expect(page.getByText(t('revaluations:needs_rates'))).toBeVisible()
  await rate.fill(kept)
  await expect(page.getByText(t('revaluations:needs_rates'))).toBeHidden()
  // Typed input survives a reload.
  await rate.fill('4.375')
  await expect(page).toHaveURL(/rates=/)
  await page.reload()
  await expect(rate).toHaveValue('4.375')
  await page.getByRole('button', { name: t('revaluations:post') }).click()
  await expect(day).toHaveAccessibleDescription(t('refusals:period_locked'))
  await expect(day).toBeFocused()
}

test('a correction whose return is filed can be read but not reversed', async ({ owner, signedIn: page, t }) => {
  const last = String(Number(today().slice(0, 4)) - 1)
  const [from, to] = [`${last}-01-01`, `${last}-12-31`]
  const year = { name: last, type: 'yearly', started_at: from, ended_at: to }
  const { id } = await owner.post('/accounting/financial-years', year)
  await owner.post(`/accounting/financial-years/${id}/change-status`, { status: 'open' })
  const [branch] = await owner.get('/branches/list')
  const [cash] = await owner.get('/accounting/accounts/list?purpose=cash')
  await owner.post('/vat-adjustments', {
    adjustment_date: to,
    direction: 'increase',
    amount: '75',
    reason: 'خطأ في إقرار سابق',
    branch_id: branch.id,
    account_id: cash.id,
  })
  const takeBack = page.getByRole('button', { name: t('vat:adjustment.take_back_named', { date: isolateBidi(to) }) })
  await page.goto('/accounting/vat-periods')
  await expect(takeBack).toBeVisible()
  const { periods } = await owner.get('/vat-periods')
  const past = periods.filter((one: { to: string }) => one.to < to)
  for (const period of past) await owner.post(`/vat-periods/${period.id}/file`, {})
  await page.reload()
  await payTheLastReturn({ owner, page, t })
  await expect(page.getByRole('row').filter({ hasText: 'خطأ في إقرار سابق' })).toContainText(t('vat:adjustment.filed'))
  await expect(takeBack).toHaveCount(0)
  await takeTheLastReturnBack({ owner, page, t })
  await expect(takeBack).toBeVisible()
})

/** The return shows its number with the authority. A reversed return is due again and shows its earlier filing. */
async function takeTheLastReturnBack({ page, t }: Journey): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: t('vat:reference.action') })
    .first()
    .click()
  await fill(dialog, t('vat:fields.vat_period.authority_reference'), 'ZT-4711')
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(page.getByRole('cell', { name: 'ZT-4711' })).toBeVisible()
  await page.getByRole('button', { name: t('vat:take_back.action') }).click()
  await fill(dialog, t('vat:fields.vat_period.reason'), 'فاتورة منسية')
  await dialog.getByRole('button', { name: t('common:actions.confirm') }).click()
  await expect(page.getByRole('row').filter({ hasText: 'فاتورة منسية' })).toContainText('ZT-4711')
}

/** Files what is due and records its payment: the entry knows what is owed and for which days, who pays adds the bank. */
async function payTheLastReturn({ page, t }: Journey): Promise<void> {
  // The list of before the filing is still cached when the entry opens: it must not begin from it.
  await page.route('**/api/vat-periods', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  const file = page.getByRole('button', { name: t('vat:file.action') })
  await file.first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('vat:file.action') })
    .click()
  // The period's row behind the dialog links there too, once it is loaded again.
  const record = page.getByRole('dialog').getByRole('link', { name: t('vat:filed.record') })
  const address = await record.getAttribute('href')
  await page
    .getByRole('button', { name: t('common:actions.close') })
    .last()
    .click()
  await goTo(page, String(address))
  await expect(field(page, t('journal:fields.journal_entry.description'))).toHaveValue(/\/12\/31$/)
  const at = (column: string, row: number) =>
    cell(page, t('common:lines.cell', { field: t(`journal:fields.journal_entry.${column}`), number: row }))
  await expect(at('account_id', 1)).toHaveValue(/210303/)
  await expect(at('debit', 1)).toHaveValue('75.00')
  await expect(at('credit', 2)).toHaveValue('75.00')
  await page.unroute('**/api/vat-periods')
  await goTo(page, '/accounting/vat-periods')
}

test('a declaration and a count in a locked period accept only remarks, and say so', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const product = await owner.product('دفتر', { quantity: '10', purchase_price: '5' })
  const { branch_id, invoice_date: day } = await owner.invoice(await owner.customer('عميل'))
  const lines = [{ product_id: product, counted: '9' }]
  const count = await owner.post('/inventory/counts', { count_date: day, branch_id, lines })
  const declaration = await owner.post('/customs-declarations', {
    declaration_number: '58-1',
    declaration_date: day,
    due_date: day,
    branch_id,
    customs_value: '950',
    supplier_id: await owner.supplier('الجمارك'),
  })
  await owner.post('/accounting/period-locks', { all: day })
  for (const { id, path, why, action } of [
    { ...declaration, path: '/customs-declarations', why: 'customs:locked.period_locked', action: 'action' },
    { ...count, path: '/inventory/counts', why: 'catalog:counts.period_locked', action: 'action_notes' },
  ]) {
    const shown = path === '/inventory/counts' ? path : `/purchases${path}`
    await page.goto(`${shown}/${id}/view`)
    await expect(page.getByText(t(why))).toBeVisible()
    await expect(page.getByRole('link', { name: t('documents:lift.period_locked') })).toBeVisible()
    const more = await openMore(page, t)
    const remarks = more.getByRole('button', { name: t(`documents:remarks.${action}`) })
    await expect(remarks).toBeVisible()
    for (const name of [t('common:actions.void'), t('catalog:counts.void')])
      await expect(more.getByRole('button', { name, exact: true })).toHaveCount(0)
    await remarks.click()
    await expect(page.getByText(t(why))).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(path === '/inventory/counts' ? 1 : 2)
    await fill(page, t('common:fields.notes'), 'نسخة المخلّص')
    await page.keyboard.press('Control+s')
    await page.waitForURL(`**${shown}/${id}/view`)
    expect((await owner.get(`${path}/${id}`)).notes).toBe('نسخة المخلّص')
  }
})
