import type { Locator, Page } from '@playwright/test'
import { cell, choose, field, fill } from './kit/fields.ts'
import type { Organization } from './kit/organization.ts'
import { expect, test } from './kit/test.ts'

// A registered seller enters phase 2 on the screens, sees while typing what the authority would reject, and has an invoice cleared.

const street = { street: 'طريق الملك فهد', building_number: '1234', additional_number: '5678' }
const place = { district: 'العليا', postal_code: '12345', city_id: 1 }

/** The organisation's own data that the authority requires. */
async function register(owner: Organization) {
  const { version: _, logo: __, status: ___, ...profile } = await owner.get('/organization/show')
  const identity = { vat_status: 'registered', tax_number: '310122393500003', commercial_registration: '1010711252' }
  await owner.post('/organization/update', { ...profile, ...identity, ...street, ...place })
}

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

test('from the first unit to a cleared invoice', async ({ signedIn: page, owner, t }) => {
  test.slow()
  await register(owner)
  await owner.product('استشارة', { code: 'CONS', product_type_id: 2, unlimited_quantity: true })
  await owner.customer('مؤسسة الواحة', { tax_number: '311111111100003' })

  await test.step('a unit is created and registered with the one-time password', async () => {
    await page.goto('/settings/e-invoicing')
    await expect(page.getByText(t('eInvoicing:settings.missing'))).toBeHidden()
    await press(page, t('eInvoicing:actions.new_unit'))
    const drawer = page.getByRole('dialog')
    await fill(drawer, t('eInvoicing:fields.e_invoice_unit.name'), 'المركز الرئيسي')
    await field(drawer, t('eInvoicing:fields.e_invoice_unit.environment')).click()
    await page.getByRole('option', { name: t('eInvoicing:environments.simulation') }).click()
    await press(drawer, t('eInvoicing:actions.new_unit'))
    await expect(page.getByText(t('eInvoicing:unit_states.new'))).toBeVisible()
    await press(page, t('eInvoicing:actions.register'))
    // A wrong password is refused on its field, and the drawer stays open.
    await fill(drawer, t('eInvoicing:fields.e_invoice_unit.otp'), '000000')
    await press(drawer, t('eInvoicing:actions.register'))
    await expect(field(drawer, t('eInvoicing:fields.e_invoice_unit.otp'))).toHaveAttribute('aria-invalid', 'true')
    await fill(drawer, t('eInvoicing:fields.e_invoice_unit.otp'), '123345')
    await press(drawer, t('eInvoicing:actions.register'))
    await expect(page.getByText(t('eInvoicing:unit_states.registered'))).toBeVisible()
  })

  await test.step('phase 2 begins today', async () => {
    await press(page, t('eInvoicing:actions.change_phase'))
    const drawer = page.getByRole('dialog')
    await field(drawer, t('eInvoicing:fields.e_invoice_unit.phase')).click()
    await page.getByRole('option', { name: t('eInvoicing:phases.2') }).click()
    await press(drawer, t('common:actions.save'))
    await expect(drawer).toBeHidden()
    await expect(page.getByText(t('eInvoicing:phases.2'))).toBeVisible()
  })

  const verdict = page.getByRole('region', { name: t('eInvoice:light.title') })
  await test.step('the form says what the authority would reject, and where to mend it', async () => {
    await page.goto('/sales/invoices/create')
    await choose(page, page, t('common:fields.customer_id'), 'مؤسسة الواحة')
    const row = (name: string) =>
      cell(page, t('common:lines.cell', { field: t(`documents:fields.invoice.${name}`), number: 1 }))
    await field(page, t('documents:fields.invoice.tax_id')).click()
    await page.getByRole('option', { name: '15%' }).click()
    await row('product_id').focus()
    await page.keyboard.type('استشارة')
    await page.keyboard.press('Enter')
    await expect(row('quantity')).toBeFocused()
    await row('quantity').fill('2')
    await row('price').fill('150')
    await expect(verdict).toHaveAttribute('data-light', 'red')
    await expect(verdict).toContainText(t('eInvoice:rules.buyer_address_missing'))
    // Confirming it nevertheless is refused with the same reason on the customer.
    await press(page, t('documents:actions.save_and_confirm'))
    await expect(field(page, t('common:fields.customer_id'))).toHaveAttribute('aria-invalid', 'true')
    await verdict.getByRole('button', { name: t('eInvoice:rules.buyer_address_missing') }).click()
    await expect(field(page, t('common:fields.customer_id'))).toBeFocused()
  })

  await test.step('with the address in place the light is green, and printing clears the invoice', async () => {
    const [customer] = await owner.get('/customers')
    const { id, version, ...rest } = await owner.get(`/customers/${customer.id}`)
    await owner.post(`/customers/${id}`, {
      name: rest.name,
      email: rest.email,
      type: 'company',
      status: 'active',
      tax_number: '311111111100003',
      ...street,
      ...place,
      country_id: 1,
      version,
    })
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")
    await choose(page, page, t('common:fields.customer_id'), 'مؤسسة الواحة')
    await expect(verdict).toHaveAttribute('data-light', 'green')
    await press(page, t('documents:actions.save_and_confirm'))
    await page.waitForURL('**/view')
    await page.evaluate('window.print = () => {}')
    await press(page, t('common:actions.issue_print'))
    await expect(page.getByText(t('eInvoicing:standing.accepted'))).toBeVisible()
    await expect(page.getByRole('article').getByRole('img')).toBeVisible()
  })

  await test.step('the control room shows it', async () => {
    await page.goto('/sales/e-invoicing')
    await expect(page.getByRole('row').filter({ hasText: t('eInvoicing:states.accepted') })).toHaveCount(1)
  })
})
