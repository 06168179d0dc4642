import type { Page } from '@playwright/test'
import { field } from './kit/fields.ts'
import { invitationLink } from './kit/mail.ts'
import { createOrganization, type Organization, password } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// Several organizations of one person: invite, accept, switch, desk.

const accountant = ['read-home', 'list-invoice', 'read-invoice', 'create-invoice', 'list-customer']
const roleOf = async (owner: Organization): Promise<string> => {
  const { name } = await owner.post('/roles', { name: 'محاسب', permissions: accountant })
  return name
}
const companyOf = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name })

test('an owner invites, the invited person accepts, switches and sees the desk of both', async ({
  signedIn: page,
  owner,
  t,
  language,
  baseURL,
}) => {
  const other = await createOrganization(baseURL as string, language)
  const name = language === 'ar' ? 'شركة الواحة' : 'Oasis'
  const information = await other.get('/organization/show')
  await other.post('/organization/update', { ...information, name: 'شركة الواحة', name_en: 'Oasis' })
  const role = await roleOf(owner)

  await test.step('the invitation is made with a role, and its link can be copied', async () => {
    await page.goto('/users')
    await page.getByRole('button', { name: t('memberships:invite.action') }).click()
    await field(page, t('common:fields.email')).fill(other.email)
    await field(page.getByRole('dialog'), t('people:fields.invitation.role_id')).click()
    await page.getByRole('option', { name: role }).click()
    await page.getByRole('button', { name: t('memberships:invite.submit') }).click()
    await expect(page.getByRole('dialog').locator('code')).toContainText('/invitation?token=')
    await page.getByRole('button', { name: t('memberships:link.done') }).click()
    await page.getByRole('link', { name: t('memberships:invitations') }).click()
    await expect(page.getByRole('row').filter({ hasText: other.email })).toContainText(
      t('memberships:invitation_states.open'),
    )
  })

  const link = await invitationLink(other.email)
  const context = await page.context().browser()?.newContext({ locale: language })
  const guest = (await context?.newPage()) as Page
  await guest.addInitScript((shown) => localStorage.setItem('mizan-language', shown), language)
  await test.step('the invited person sees organization and role, and accepts by password', async () => {
    await guest.goto(link)
    await expect(guest.getByRole('heading', { level: 1 })).toContainText(
      language === 'ar' ? 'شركة الأفق للتجارة' : 'Horizon Trading',
    )
    await expect(guest.getByText(role)).toBeVisible()
    await field(guest, t('common:fields.password')).fill(password)
    await guest.getByRole('button', { name: t('auth:invitation.accept') }).click()
    await expect(guest).toHaveURL('/')
    await expect(guest.getByRole('link', { name: t('shell:pages.users') })).toHaveCount(0)
  })

  const tab = (await context?.newPage()) as Page
  await tab.goto('/sales/customers')
  await test.step('the switcher next to the name leads to the own organization', async () => {
    await companyOf(guest, language === 'ar' ? 'شركة الأفق' : 'Horizon').click()
    await guest.getByRole('menuitem', { name }).click()
    await expect(companyOf(guest, name)).toBeVisible()
    await expect(guest.getByRole('link', { name: t('shell:pages.users'), exact: true })).toBeVisible()
  })
  await test.step('another tab learns it, and goes back without losing its page', async () => {
    const dialog = tab.getByRole('dialog', { name: t('memberships:switched.title') })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button').first().click()
    await expect(dialog).toBeHidden()
    await expect(tab).toHaveURL('/sales/customers')
    await expect(guest.getByRole('dialog', { name: t('memberships:switched.title') })).toBeVisible()
    await guest.getByRole('button', { name: t('memberships:switched.reload') }).click()
    await expect(companyOf(guest, language === 'ar' ? 'شركة الأفق' : 'Horizon')).toBeVisible()
  })
  await test.step('the desk lists both, and a line opens its page after switching', async () => {
    await other.customer('عميل')
    await guest.goto('/organizations')
    await expect(guest.getByRole('region')).toHaveCount(2)
    await guest.getByRole('button', { name: t('memberships:desk.enter_named', { name }) }).click()
    await expect(companyOf(guest, name)).toBeVisible()
  })
  await test.step('the palette switches too', async () => {
    await guest.keyboard.press('Control+k')
    await guest
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(language === 'ar' ? 'الأفق' : 'Horizon')
    await guest
      .getByRole('option', {
        name: t('shell:header.switch_to', { name: language === 'ar' ? 'شركة الأفق للتجارة' : 'Horizon Trading' }),
      })
      .click()
    await expect(companyOf(guest, language === 'ar' ? 'شركة الأفق' : 'Horizon')).toBeVisible()
  })
  await test.step('leaving asks first, and the person works on in the own organization', async () => {
    await guest.goto('/account')
    await guest.getByRole('button', { name: t('memberships:leave.action'), exact: true }).click()
    await guest
      .getByRole('dialog')
      .getByRole('button', { name: t('common:actions.confirm') })
      .click()
    await expect(companyOf(guest, name)).toBeVisible()
  })
  await context?.close()
})
