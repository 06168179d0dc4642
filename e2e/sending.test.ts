import { choose } from './kit/fields.ts'
import { openMore } from './kit/openMore.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'
import { wordsOf } from './kit/words.ts'

// How documents leave: the send sheet, the page behind a link, what recurs, and many at once.

test('a link is made, opened by its reader, answered, and ended by the sender', async ({
  owner,
  signedIn: page,
  browser,
  t,
}) => {
  const {
    id: _,
    logo: __,
    status: ___,
    ...organization
  } = (await owner.get('/organization/show')) as Record<string, unknown>
  await owner.post('/organization/update', { ...organization, vat_status: 'registered', tax_number: '310122393500003' })
  const customer = await owner.customer('مؤسسة الربيع')
  const invoice = await owner.invoice(customer)
  await page.goto(`/sales/invoices/${invoice.id}/view`)
  await expect(page.getByRole('button', { name: t('common:actions.issue_print') })).toBeVisible()
  await page.getByRole('button', { name: t('common:actions.send'), exact: true }).click()
  const sheet = page.getByRole('dialog')
  // Looking issues nothing.
  await expect(sheet.getByText(t('sharing:sheet.ways.mail'), { exact: true })).toBeVisible()
  expect((await owner.get(`/invoices/${invoice.id}`)) as object).toMatchObject({ is_issued: false })
  await sheet.getByText(t('sharing:sheet.ways.mail'), { exact: true }).click()
  await sheet.getByText(t('sharing:sheet.ways.link'), { exact: true }).click()
  await sheet.getByRole('button', { name: t('sharing:sheet.issue_and_make_link') }).click()
  const link = (await sheet.getByTestId('shared-link').textContent()) as string
  expect((await owner.get(`/invoices/${invoice.id}`)) as object).toMatchObject({ is_issued: true })
  await page.keyboard.press('Escape')

  const reader = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage()
  const address = new URL(link.trim()).pathname
  await reader.goto(new URL(address, page.url()).href)
  await expect(reader.getByRole('heading', { level: 1 })).toContainText(String(invoice.invoice_number))
  await expect(reader.getByRole('img').last()).toHaveJSProperty('complete', true)
  await reader.getByText(t('publicPage:wrong')).click()
  await reader.getByLabel(t('publicPage:remark')).fill('الكمية غير صحيحة')
  await reader.getByRole('button', { name: t('publicPage:send') }).click()
  await expect(reader.getByText(t('publicPage:sent'))).toBeVisible()

  await page.reload()
  const timeline = page.getByRole('region', { name: t('sharing:timeline.title') })
  await expect(timeline).toContainText('الكمية غير صحيحة')
  await expect(timeline).toContainText(t('sharing:timeline.opened_one'))
  await timeline.getByRole('button', { name: t('sharing:timeline.end') }).click()
  await expect(timeline).toContainText(t('sharing:timeline.states.ended'))
  await reader.reload()
  // What has ended does not say in which language it was.
  const ended = (['ar', 'en'] as const).map((language) => wordsOf(language)('publicPage:ended'))
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(new RegExp(ended.join('|')))
  await reader.context().close()
})

test('an invoice is repeated from its page, and the repetition is paused and ended', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const invoice = await owner.invoice(await owner.customer('عميل متكرر'))
  await page.goto(`/sales/invoices/${invoice.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('common:actions.repeat') }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('listitem')).toHaveCount(12)
  await drawer.getByRole('button', { name: t('recurring:actions.create') }).click()
  await expect(drawer).toBeHidden()
  await page.goto('/recurring')
  const row = page.getByRole('listitem').filter({ hasText: 'عميل متكرر' }).first()
  await row.getByRole('button', { name: t('recurring:actions.pause') }).click()
  await expect(row).toContainText(t('recurring:states.paused'))
  await row.getByRole('button', { name: t('recurring:actions.end') }).click()
  await expect(row).toContainText(t('recurring:states.ended'))
})

test('marked drafts are confirmed one by one: one that fails is named, the others are confirmed', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const [fine, blocked] = [await owner.customer('عميل سليم'), await owner.customer('عميل موقوف')]
  const good = await owner.invoice(fine, { status: 'draft' })
  const bad = await owner.invoice(blocked, { status: 'draft' })
  const { email: _, ...record } = (await owner.get(`/customers/${blocked}`)) as Record<string, unknown>
  await owner.post(`/customers/${blocked}`, {
    name: record.name,
    email: 'x@example.sa',
    type: record.type,
    status: 'blocked',
    version: record.version,
  })
  await page.goto('/sales/invoices')
  await page.getByRole('checkbox', { name: t('common:selection.page') }).click()
  const bar = page.getByRole('region', { name: t('common:selection.title') })
  await expect(bar).toContainText(t('common:selection.chosen', { number: 2 }))
  await bar.getByRole('button', { name: t('common:selection.acts.confirm') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('common:selection.acts.confirm') }).click()
  await expect(dialog.getByText(t('common:selection.done', { number: 1 }))).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toHaveAttribute('data-failed')
  expect((await owner.get(`/invoices/${good.id}`)) as object).toMatchObject({ status: 'confirmed' })
  expect((await owner.get(`/invoices/${bad.id}`)) as object).toMatchObject({ status: 'draft' })
})

test('a document is duplicated with its rows and not with its number', async ({ owner, signedIn: page, t }) => {
  const invoice = await owner.invoice(await owner.customer('عميل النسخ'))
  await page.goto(`/sales/invoices/${invoice.id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('documents:names.invoice.similar') }).click()
  await expect(page).toHaveURL(/create\?copy=/)
  const number = page.getByLabel(t('documents:fields.invoice.invoice_number')).first()
  await expect(number).not.toHaveValue('')
  await expect(number).not.toHaveValue(String(invoice.invoice_number))
  await expect(page.locator('input[value="عميل النسخ"]').or(page.getByText('عميل النسخ')).first()).toBeVisible()
})

test('a new document is filled as last time with one key', async ({ owner, signedIn: page, t }) => {
  const invoice = await owner.invoice(await owner.customer('عميل معتاد'))
  await page.goto('/sales/invoices/create')
  await choose(page, page, t('documents:fields.invoice.customer_id'), 'عميل معتاد')
  await page.keyboard.press('Control+e')
  await expect(page).toHaveURL(new RegExp(`copy=${invoice.id}`))
  await expect(page.getByText('1,150.00').first()).toBeVisible()
})

test('a row of a bill is spread over months, recognised, and the rest is stopped', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const supplier = await owner.supplier('شركة التأمين')
  const bill = await owner.bill(supplier)
  const word = (name: string) => t(`deferrals:${name}`)
  await page.goto(`/purchases/bills/${bill.id}/view`)
  await page.getByRole('button', { name: word('actions.spread') }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('listitem')).toHaveCount(12)
  await drawer.getByRole('button', { name: word('actions.save') }).click()
  await expect(drawer).toBeHidden()
  const section = page.getByRole('region', { name: word('of_document') })
  await expect(section).toContainText(word('states.active'))
  await page.goto('/accounting/deferrals')
  const row = page.getByRole('listitem').filter({ hasText: 'شركة التأمين' }).first()
  await row.getByRole('button', { name: word('actions.stop') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('actions.stop') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByText(word('show_all'), { exact: true }).click()
  await expect(row).toContainText(word('states.stopped'))
})

test('marked journal entries are summed, and deleted where they are drafts', async ({ owner, signedIn: page, t }) => {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const id = (number: string) => accounts.find((one) => one.number === number)?.id
  const [branch] = (await owner.get('/branches/list')) as { id: number }[]
  for (const amount of ['10', '20'])
    await owner.post('/accounting/journal-entries', {
      journal_number: `D-${amount}`,
      journal_date: today(),
      currency_id: 1,
      branch_id: branch?.id,
      status: 'draft',
      lines: [
        { account_id: id('520201'), debit: amount, credit: '' },
        { account_id: id('110102'), debit: '', credit: amount },
      ],
    })
  await page.goto('/accounting/journal-entries')
  await expect(page.getByRole('row').filter({ hasText: '20.00' })).toBeVisible()
  await page.getByRole('checkbox', { name: t('common:selection.page') }).click()
  const bar = page.getByRole('region', { name: t('common:selection.title') })
  await expect(bar).toContainText('30.00')
  await bar.getByRole('button', { name: t('common:selection.acts.remove') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('common:selection.acts.remove') }).click()
  await expect(dialog.getByText(t('common:selection.done', { number: 2 }))).toBeVisible()
  expect(await owner.get('/accounting/journal-entries')).toEqual([])
})

test('a report is asked for by mail from its page, and ended there', async ({ signedIn: page, t }) => {
  await page.goto('/reports/trial-balance')
  const open = page.getByRole('button', { name: t('common:actions.mail_report') })
  await open.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(t('sharing:schedule.hint'))
  await drawer.getByRole('button', { name: t('sharing:schedule.save') }).click()
  await expect(drawer).toBeHidden()
  await open.click()
  const mine = page.getByRole('region', { name: t('sharing:schedule.mine') })
  await mine.getByRole('button', { name: t('sharing:schedule.end') }).click()
  await expect(mine).toBeHidden()
})

test('an invoice leaves by mail from its page, and its timeline says so', async ({ owner, signedIn: page, t }) => {
  const invoice = await owner.invoice(await owner.customer('عميل البريد'))
  await page.goto(`/sales/invoices/${invoice.id}/view`)
  await page.getByRole('button', { name: t('common:actions.send'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('sharing:sheet.send_mail') })
    .click()
  const timeline = page.getByRole('region', { name: t('sharing:timeline.title') })
  await expect(timeline).toContainText('party@example.sa')
  await expect(timeline).toContainText(t('sharing:timeline.states.sent'))
})
