import { cell, choose } from './kit/fields.ts'
import { expect, test } from './kit/test.ts'

// From a quotation to an invoice: nothing of it is shown before it is switched on; the customer answers on the page of the link.

test('a quotation is switched on, sent, accepted by its customer, and becomes an invoice', async ({
  owner,
  signedIn: page,
  browser,
  t,
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const named = (name: string) =>
    cell(page, t('common:lines.cell', { field: t(`orders:fields.quotation.${name}`), number: 1 }))
  await owner.customer('مؤسسة الربيع')
  await owner.product('قهوة')

  await test.step('switched on in the settings', async () => {
    await page.goto('/sales/invoices')
    await expect(page.getByRole('link', { name: t('shell:pages.credit_notes') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('shell:pages.quotations') })).toHaveCount(0)
    await page.goto('/settings/organization')
    await page.getByRole('switch', { name: t('organization:fields.organization.uses_orders') }).check()
    await press(t('common:actions.save'))
    await page.goto('/sales/invoices')
    await page.getByRole('link', { name: t('shell:pages.quotations') }).click()
  })

  await test.step('written and sent', async () => {
    await page
      .getByRole('button', { name: t('orders:names.quotation.new') })
      .first()
      .click()
    await choose(page, page, t('orders:fields.quotation.customer_id'), 'مؤسسة الربيع')
    await named('product_id').focus()
    await page.keyboard.type('قهوة')
    await page.keyboard.press('Enter')
    await expect(named('quantity')).toBeFocused()
    await named('quantity').fill('3')
    await press(t('common:actions.save'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('QUO-')
    await press(t('common:actions.send'))
    const sheet = page.getByRole('dialog')
    await sheet.getByText(t('sharing:sheet.ways.link'), { exact: true }).click()
    await sheet.getByRole('button', { name: t('sharing:sheet.make_link') }).click()
    const link = (await sheet.getByTestId('shared-link').textContent()) as string
    await page.keyboard.press('Escape')
    await expect(page.getByText(t('orders:statuses.quotation.sent'))).toBeVisible()

    const reader = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage()
    await reader.goto(new URL(new URL(link.trim()).pathname, page.url()).href)
    await reader.getByLabel(t('publicPage:offer.name')).first().fill('سعاد العتيبي')
    await reader.getByRole('button', { name: t('publicPage:offer.accept') }).click()
    await expect(reader.getByText(t('publicPage:offer.accepted', { name: 'سعاد العتيبي' }))).toBeVisible()
    await reader.context().close()
  })

  await test.step('an invoice in one press', async () => {
    await page.reload()
    await expect(page.getByText(t('orders:statuses.quotation.accepted'))).toBeVisible()
    await press(t('orders:become.invoice'))
    await page.waitForURL('**/sales/invoices/*')
    await press(t('documents:actions.save_and_confirm'))
    await expect(page.getByRole('heading', { level: 1 })).toContainText('INV-')
    const [stored] = (await owner.get('/quotations')) as { status: string; progress: string }[]
    expect(stored).toMatchObject({ status: 'accepted', progress: 'all' })
  })
})
