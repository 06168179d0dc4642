import { openMore } from './kit/openMore.ts'
import { type Organization, today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

/** An entry in euros of 4.0512 riyals, between cost of sales and cash. */
async function euroEntry(owner: Organization, more: object = {}): Promise<{ id: number; journal_number: string }> {
  const accounts = (await owner.get('/accounting/accounts/list')) as { id: number; number: string }[]
  const idOf = (wanted: string) => accounts.find(({ number }) => number === wanted)?.id
  const euro = (await owner.get('/currencies/list')).find(({ code }: { code: string }) => code === 'EUR')
  await owner.post(`/currencies/${euro.id}/rate`, { rate: '4.0512' })
  const [branch] = await owner.get('/branches/list')
  const { number: journal_number } = await owner.get('/accounting/journal-entries/next-number')
  return owner.post('/accounting/journal-entries', {
    journal_number,
    journal_date: today(),
    branch_id: branch.id,
    currency_id: euro.id,
    lines: [
      { account_id: idOf('510101'), debit: '333.33', credit: '0' },
      { account_id: idOf('110101'), debit: '0', credit: '100' },
      { account_id: idOf('110101'), debit: '0', credit: '233.33' },
    ],
    ...more,
  })
}

test('a foreign entry shows each line and the total in riyals, as posted', async ({ owner, signedIn: page, t }) => {
  const { id } = await euroEntry(owner)
  await page.goto(`/accounting/journal-entries/${id}/view`)
  const rows = page.getByRole('article').getByRole('row')
  for (const [row, worth] of [
    [1, '1,350.39'],
    [2, '405.12'],
    [3, '945.27'],
  ] as const)
    await expect(rows.nth(row).getByRole('cell').last()).toContainText(worth)
  await expect(page.locator('dl > div').filter({ hasText: t('paper:totals.total_base') })).toContainText('1,350.39')
})

test('deleting a draft entry from its page leads to the list', async ({ owner, signedIn: page, t }) => {
  const { id } = await euroEntry(owner, { status: 'draft' })
  await page.goto(`/accounting/journal-entries/${id}/view`)
  await (await openMore(page, t)).getByRole('button', { name: t('common:actions.delete'), exact: true }).click()
  const asking = page.getByRole('dialog')
  await expect(asking).toContainText(t('journal:names.journal_entry.one'))
  await asking.getByRole('button', { name: t('common:actions.confirm') }).click()
  await page.waitForURL('**/accounting/journal-entries')
  await expect(page.getByText(t('common:toasts.deleted'))).toBeVisible()
  expect(await owner.get('/accounting/journal-entries')).toEqual([])
})

test('deleting a draft leads to the list; a posted document becomes void and keeps its page', async ({
  owner,
  signedIn: page,
  t,
}) => {
  const voiding = { name: t('documents:names.invoice.void') }
  const deleted = async (path: string, name: string, button: { name: string; exact?: true }) => {
    await page.goto(path)
    await (await openMore(page, t)).getByRole('button', button).click()
    const asking = page.getByRole('dialog')
    await expect(asking).toContainText(name)
    await asking.getByRole('button', { name: t('common:actions.confirm') }).click()
  }
  const draft = await owner.bill(await owner.supplier('مؤسسة الجبل'), { status: 'draft' })
  await deleted(`/purchases/bills/${draft.id}/view`, draft.bill_number, {
    name: t('common:actions.delete'),
    exact: true,
  })
  await page.waitForURL('**/purchases/bills')
  expect(await owner.get('/bills')).toEqual([])

  const { id, invoice_number } = await owner.invoice(await owner.customer('مؤسسة الربيع'))
  await deleted(`/sales/invoices/${id}/view`, invoice_number, voiding)
  await expect(page.getByRole('article')).toContainText('ملغاة')
  const more = await openMore(page, t)
  await expect(more.getByRole('button', { name: t('documents:names.invoice.similar') })).toBeVisible()
  await expect(more.getByRole('button', voiding)).toHaveCount(0)
})

test('figures of twelve digits fit on A4 and in the journal on a common screen', async ({ owner, signedIn: page }) => {
  const customer = await owner.customer('مؤسسة الربيع للتجارة والمقاولات', {
    name_en: 'Al Rabee Trading & Contracting',
  })
  const product_id = await owner.product('استشارات هندسية HX-4410-ABCDEFGH/77120', {
    name_en: 'Electromechanical-Intercontinental',
    product_type_id: 2,
    unlimited_quantity: true,
  })
  const invoice = await owner.invoice(customer, {
    items: [{ product_id, quantity: 1000, price: '123456789.123456', tax_rate: 15 }],
  })
  const note = await owner.post(`/invoices/${invoice.id}/credit-note`, {
    note_date: today(),
    reason: 'تصحيح',
    lines: [{ line_number: 1, quantity: 1000 }],
  })
  const table = page.getByRole('table').first()
  const beyond = () => table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))
  await page.goto('/reports/journal')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(table).toContainText('141,975,307,491.98')
  await expect.poll(beyond).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: 'print' })
  // The printable width of A4, in pixels.
  await page.setViewportSize({ width: 688, height: 972 })
  for (const address of [`/sales/invoices/${invoice.id}/view`, `/sales/credit-notes/${note.id}/view`]) {
    await page.goto(address)
    await expect(table).toContainText('141,975,307,491.98')
    await expect.poll(beyond).toBeLessThanOrEqual(0)
  }
})
