import { fill } from './kit/fields.ts'
import { goOffline } from './kit/goOffline.ts'
import { resetLink } from './kit/mail.ts'
import { createOrganization, password } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

test('a wrong password shows an error for three seconds; the right one leads to the requested page', async ({
  page,
  owner,
  t,
}) => {
  await page.goto('/sales/customers?status=active')
  await page.waitForURL('**/login?redirectUrl=*')
  const submit = page.getByRole('button', { name: t('auth:login.submit') })
  await submit.click()
  await expect(page.getByText(t('errors:required_by_field.user.email'))).toBeVisible()
  await expect(page.getByText(t('errors:required_by_field.user.password'))).toBeVisible()
  await fill(page, t('common:fields.email'), 'not an address')
  await submit.click()
  await expect(page.getByText(t('errors:invalid_email'))).toBeVisible()

  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), 'something else')
  await submit.click()
  const alert = page.getByRole('alert').filter({ hasText: t('refusals:wrong_credentials') })
  await expect(alert).toBeVisible()
  await expect(alert).toBeHidden({ timeout: 30_000 })

  await fill(page, t('common:fields.password'), password)
  await goOffline(page)
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: t('common:toasts.offline') })).toBeVisible()
  await page.context().setOffline(false)
  await submit.click()
  await page.waitForURL('**/sales/customers?status=active')
  await page.goto('/login')
  await expect(page).toHaveURL('/')
})

test('remember me outlives the tab; logging out ends it', async ({ page, owner, t, context }) => {
  await page.goto('/login')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), password)
  await page.getByLabel(t('auth:fields.user.remember')).check()
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  // The sign-in page has a heading too: only the address shows that the user is signed in.
  await expect(page).toHaveURL('/')
  const another = await context.newPage()
  await another.goto('/sales/invoices')
  await expect(another.getByRole('heading', { level: 1 })).toHaveText(t('documents:names.invoice.many'))

  await another.getByRole('button', { name: t('shell:header.account', { name: 'سارة' }) }).click()
  await expect(another.getByText(owner.email)).toBeVisible()
  await another.getByRole('menuitem', { name: t('shell:header.logout') }).click()
  await another.waitForURL('**/login*')
  await another.goto('/sales/invoices')
  await another.waitForURL('**/login?redirectUrl=*')
  // The other tab notices it with its next request.
  await page.getByRole('link', { name: t('shell:pages.customers'), exact: true }).click()
  await page.waitForURL('**/login?redirectUrl=*')
})

test('a tab continues as its own user while another user signs in in a second tab', async ({
  page,
  owner,
  baseURL,
  language,
  t,
}) => {
  await owner.invoice(await owner.customer('مؤسسة الربيع'))
  const stranger = await createOrganization(baseURL ?? '', language)
  await page.goto('/login')
  await page.evaluate((token) => localStorage.setItem('mizan-token', token), owner.token)
  await page.goto('/sales/invoices')
  await expect(page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })).toBeVisible()
  // As another tab does that signs in.
  await page.evaluate((token) => localStorage.setItem('mizan-token', token), stranger.token)
  const menu = page.getByRole('navigation', { name: t('shell:menu.navigation') })
  await menu.getByRole('link', { name: t('shell:pages.customers'), exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })).toBeVisible()
  await menu.getByRole('link', { name: t('shell:pages.invoices'), exact: true }).click()
  await page.waitForURL('**/sales/invoices')
  await expect(page.getByRole('row').filter({ hasText: 'مؤسسة الربيع' })).toBeVisible()
  // A question still under way would lead to the sign-in page by itself.
  await page.waitForLoadState('networkidle')
  await owner.post('/auth/logout', {})
  // A file is asked for like anything else.
  await page.getByRole('button', { name: t('common:actions.export') }).click()
  await page.getByRole('menuitem', { name: t('common:export.csv') }).click()
  await page.waitForURL('**/login?redirectUrl=*')
  expect(await page.evaluate(() => localStorage.getItem('mizan-token'))).toBe(stranger.token)
})

test('a redirect that leads out of the application is not followed', async ({ page, owner, t }) => {
  await page.goto('/login?redirectUrl=//example.org/')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), password)
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page).toHaveURL('/')
})

test('a forgotten password is reset through the link in the message', async ({ page, owner, t }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: t('auth:login.forgot') }).click()
  // The page before it has such a field as well.
  await expect(page.getByRole('heading', { name: t('auth:forgot.title') })).toBeVisible()
  await fill(page, t('common:fields.email'), owner.email)
  await page.getByRole('button', { name: t('auth:forgot.submit') }).click()
  await expect(page.getByText(t('auth:forgot.sent'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('auth:forgot.resend') })).toBeVisible()

  const link = await resetLink(owner.email)
  await page.goto(link)
  const save = page.getByRole('button', { name: t('auth:reset.submit') })
  await fill(page, t('common:fields.password'), 'short')
  await save.click()
  await expect(page.getByText(t('errors:password_too_short'))).toBeVisible()
  await fill(page, t('common:fields.password'), 'another password 2')
  await fill(page, t('auth:fields.user.password_confirmation'), 'another password 3')
  await save.click()
  await expect(page.getByText(t('errors:passwords_differ'))).toBeVisible()
  await fill(page, t('auth:fields.user.password_confirmation'), 'another password 2')
  await save.click()
  await page.getByText(t('auth:reset.continue')).click()
  await page.waitForURL('**/login')
  await fill(page, t('common:fields.email'), owner.email)
  await fill(page, t('common:fields.password'), 'another password 2')
  await page.getByRole('button', { name: t('auth:login.submit') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('سارة')
})

test('a reset link without its token, or a used one, leads to the sign-in', async ({ page }) => {
  await page.goto('/reset-password?email=a@example.sa')
  await page.waitForURL('**/login')
  await page.goto('/reset-password?email=a@example.sa&token=unknown')
  await page.waitForURL('**/login')
})

test('a session that ends during a save is renewed over the page, and nothing typed is lost', async ({
  signedIn: page,
  owner,
  t,
}) => {
  await page.goto('/sales/customers')
  await page
    .getByRole('button', { name: t('parties:names.customer.new') })
    .first()
    .click()
  const drawer = page.getByRole('dialog').filter({ hasText: t('parties:names.customer.new') })
  await fill(drawer, t('parties:fields.customer.name'), 'مؤسسة الصبر')
  await fill(drawer, t('common:fields.email'), 'sabr@example.sa')
  await owner.post('/auth/logout', {})
  await drawer.getByRole('button', { name: t('common:actions.save') }).click()
  const again = page.getByRole('dialog').filter({ hasText: t('auth:again.title') })
  await fill(again, t('common:fields.password'), password)
  await again.getByRole('button', { name: t('auth:again.submit') }).click()
  await expect(page.getByRole('cell', { name: 'مؤسسة الصبر', exact: true })).toBeVisible()
})
