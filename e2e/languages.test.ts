import { field } from './kit/fields.ts'
import { today } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'
import { wordsOf } from './kit/words.ts'

// Texts and searches that differ by language.

test('changing the language translates the selected options and keeps the selection', async ({
  signedIn: page,
  owner,
  language,
  t,
}) => {
  await owner.customer('شركة البحر الأحمر', { name_en: 'Red Sea Co.' })
  const [own, other] =
    language === 'ar'
      ? (['شركة البحر الأحمر', 'Red Sea Co.'] as const)
      : (['Red Sea Co.', 'شركة البحر الأحمر'] as const)
  await page.goto('/sales/invoices/create')
  const customer = page.locator('input[data-field=customer_id]')
  await customer.click()
  await page.getByRole('option', { name: own }).click()
  await expect(customer).toHaveValue(own)
  await expect(page).toHaveTitle(`${t('shell:pages.invoice_create')} · ${t('common:product')}`)
  await page.getByRole('button', { name: t('common:language.other') }).click()
  await expect(customer).toHaveValue(other)
  const turned = wordsOf(language === 'ar' ? 'en' : 'ar')
  await expect(page).toHaveTitle(`${turned('shell:pages.invoice_create')} · ${turned('common:product')}`)
})

test('Enter walks through the rows of a note and issues nothing; the party is named in the language of the page', async ({
  signedIn: page,
  owner,
  language,
  t,
}) => {
  const invoice = await owner.invoice(await owner.customer('مؤسسة الربيع', { name_en: 'Al Rabee Est.' }))
  await page.goto(`/sales/invoices/${invoice.id}/credit-note`)
  await expect(page.getByText(language === 'ar' ? 'مؤسسة الربيع' : 'Al Rabee Est.')).toBeVisible()
  await expect(field(page, t('notes:fields.credit_note.reason'))).toBeFocused()
  await page.keyboard.type('x')
  const [quantity] = await page.locator('tbody input:not([disabled])').all()
  await quantity?.fill('1')
  await page.keyboard.press('Enter')
  await expect(page.locator('tbody input').nth(1)).toBeFocused()
  expect((await owner.get(`/invoices/${invoice.id}`)).status).toBe('confirmed')
  await expect(page).toHaveURL(/credit-note$/)

  // Texts next to a figure are readable completely. Next to an open navigation a row is a card without hidden parts.
  const amount = page.locator('tbody input').nth(2)
  await amount.fill('1')
  await page.getByRole('button', { name: t('notes:actions.issue') }).click()
  const refused = page.locator('tbody').getByText(t('refusals:quantity_or_amount'))
  expect(await refused.evaluate((said) => said.scrollWidth <= said.clientWidth)).toBe(true)
  await page.setViewportSize({ width: 768, height: 1400 })
  await expect(amount.locator('xpath=ancestor::table')).toBeInViewport({ ratio: 1 })
  await page.goto('/accounting/income-payments/create')
  await expect(page.getByRole('table')).toBeInViewport({ ratio: 1 })
})

test('an account is found by its number and by its name in either language', async ({
  signedIn: page,
  owner,
  language,
  t,
}) => {
  const accounts = (await owner.get('/accounting/accounts/list?purpose=money')) as Account[]
  const bank = accounts.find(({ number }) => number === '110103') as Account
  const shown = `${bank.number} ${language === 'ar' ? bank.name : bank.name_en}`
  await page.goto('/settings/payment-methods?edit=new')
  const account = field(page, t('organization:fields.payment_method.account_id'))
  for (const typed of [bank.number, bank.name, bank.name_en]) {
    await account.click()
    await account.fill(typed)
    await page.getByRole('option', { name: shown, exact: true }).click()
    await expect(account).toHaveValue(shown)
  }
})
type Account = { number: string; name: string; name_en: string }

test('the lines of a stored entry name everybody in the language of the page, on paper in both', async ({
  signedIn: page,
  owner,
  language,
}) => {
  const customer_id = await owner.customer('مؤسسة الربيع', { name_en: 'Al Rabee Est.' })
  const [center] = (await owner.get('/accounting/cost-centers/list')) as { id: number; name: string; name_en: string }[]
  const accounts = (await owner.get('/accounting/accounts/list')) as (Account & { id: number })[]
  const idOf = (number: string) => accounts.find((account) => account.number === number)?.id
  const [branch] = await owner.get('/branches/list')
  const { number: journal_number } = await owner.get('/accounting/journal-entries/next-number')
  const { id } = await owner.post('/accounting/journal-entries', {
    journal_number,
    journal_date: today(),
    branch_id: branch.id,
    currency_id: 1,
    lines: [
      { account_id: idOf('520101'), cost_center_id: center?.id, customer_id, debit: '100', credit: '0' },
      { account_id: idOf('110101'), debit: '0', credit: '100' },
    ],
  })
  await page.goto(`/accounting/journal-entries/${id}`)
  const row = page.locator('tbody tr').first()
  await expect(row).toContainText(language === 'ar' ? 'مؤسسة الربيع' : 'Al Rabee Est.')
  await expect(row).toContainText((language === 'ar' ? center?.name : center?.name_en) as string)
  await page.goto(`/accounting/journal-entries/${id}/view`)
  await expect(row).toContainText('مؤسسة الربيع')
  await expect(row).toContainText('Al Rabee Est.')
})

test('the actions of a row are named in the language of the page', async ({ signedIn: page, language, t }) => {
  const name = language === 'ar' ? 'قطعة' : 'Piece'
  await page.goto('/settings/units')
  await expect(page.getByRole('button', { name: t('common:actions.edit_named', { name }) })).toBeVisible()
  await page.getByRole('button', { name: t('common:actions.delete_named', { name }) }).click()
  await expect(page.getByRole('dialog')).toContainText(name)
})
