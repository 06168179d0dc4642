import { sql } from 'kysely'
import type { z } from 'zod'
import { addressProblems } from '#contract/fields/national-address.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { organizationInput } from '#contract/organization.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storeImage } from '#server/files/store-image.ts'
import { requireAccountOf } from './eligible-accounts.ts'
import { registrationToStore } from './registration-to-store.ts'
import { renewRates } from './seed-organization.ts'

type OrganizationInput = z.output<typeof organizationInput>

const columns = [
  'organization_id as id',
  'name',
  'name_en',
  'username',
  'email',
  'mobile',
  'phone',
  'country_id',
  'address',
  'street',
  'building_number',
  'additional_number',
  'district',
  'postal_code',
  'city_id',
  'vat_status',
  'tax_number',
  'commercial_registration',
  'registration_scheme',
  'short_address',
  'industry',
  'member_tin',
  'entity_type',
  'currency_id',
  'manual_numbers',
  'receipt_without_reference',
  'default_save_action',
  'row_tax_always_invoice',
  'prices_include_tax',
  'uses_orders',
  'uses_goods_notes',
  'delivery_vat_day',
  'bill_tolerance',
  'uses_price_lists',
  'uses_credit_limits',
  'uses_barcodes',
  'uses_places',
  'uses_lots',
  'owns_assets',
  'uses_withholding',
  'uses_landed_costs',
  'uses_retention',
  'settlement_tolerance',
  'discount_account_id',
  'logo',
  'status',
  'version',
] as const

export function showOrganization({ db }: Context) {
  return db.selectFrom('organizations').select(columns).executeTakeFirstOrThrow()
}

/** Writes the profile. The base currency cannot change once anything was posted. */
export async function saveOrganization(context: Context, body: OrganizationInput, fieldPrefix = ''): Promise<void> {
  const { db, session } = context
  const { logo_file, version, username, ...profile } = body
  // A concurrent posting is either before the change and forbids it, or after it (`lockCalendar`). The years are locked
  // like `lockYears` of a later family.
  if (profile.currency_id !== session.organization.currency_id)
    await db.selectFrom('financial_years').select('id').orderBy('id').forUpdate().execute()
  const current = await db
    .selectFrom('organizations')
    .select(['version', 'username', 'currency_id', 'tax_number', 'commercial_registration', 'registration_scheme'])
    .select('uses_lots')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (version !== undefined && version !== current.version) throw new Refusal('stale_version')
  await requireRows(db, {
    [`${fieldPrefix}country_id`]: ['countries', profile.country_id],
    [`${fieldPrefix}city_id`]: ['cities', profile.city_id],
    [`${fieldPrefix}currency_id`]: ['currencies', profile.currency_id],
  })
  requireNationalAddress(profile, fieldPrefix)
  if (current.uses_lots && profile.uses_lots === false) await refuseLotsInUse(db, `${fieldPrefix}uses_lots`)
  const registration = registrationToStore(profile, current, fieldPrefix)
  await requireAccountOf(context, 'income', profile.discount_account_id, `${fieldPrefix}discount_account_id`)
  if (profile.currency_id !== current.currency_id) {
    if (await hasEntries(context)) throw new Refusal('currency_has_entries', { field: `${fieldPrefix}currency_id` })
    await renewRates(db, profile.currency_id)
  }
  if (username !== current.username) await claimUsername(context, username, `${fieldPrefix}username`)
  const vat_status = vatStatusOf(profile, current.tax_number, fieldPrefix)
  const logo = await storeImage(context, logo_file, `${fieldPrefix}logo_file`)
  await db
    .updateTable('organizations')
    .set({
      ...profile,
      ...registration,
      ...(vat_status !== undefined && { vat_status }),
      // Goods move on orders.
      ...(profile.uses_goods_notes && { uses_orders: true }),
      username,
      ...(logo !== undefined && { logo }),
      version: sql`version + 1`,
    })
    .execute()
  // Sessions remember what rules ask for at every posting.
  const remembered = [
    ...(['currency_id', 'tax_number', 'vat_status', 'manual_numbers', 'receipt_without_reference'] as const),
    ...(['default_save_action', 'row_tax_always_invoice', 'prices_include_tax', 'settlement_tolerance'] as const),
    ...(['discount_account_id', 'uses_credit_limits'] as const),
  ]
  if (remembered.some((key) => profile[key] !== undefined && profile[key] !== session.organization[key]))
    context.services.forgetSessions()
}

/** A seller sits in Saudi Arabia: building, additional number and postal code have their digits. */
export function requireNationalAddress(address: Parameters<typeof addressProblems>[0], fieldPrefix = ''): void {
  const errors: FieldErrors = {}
  for (const part of addressProblems(address))
    errors[`${fieldPrefix}${part}`] = { code: part === 'postal_code' ? 'five_digits' : 'four_digits' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

/** The VAT status to store, in agreement with the VAT number; undefined leaves what is stored. */
function vatStatusOf(
  { vat_status, tax_number }: Pick<OrganizationInput, 'vat_status' | 'tax_number'>,
  stored: string | null,
  fieldPrefix: string,
): OrganizationInput['vat_status'] {
  const number = tax_number === undefined ? stored : tax_number
  if (vat_status === 'not_registered' && number)
    throw new Refusal('vat_number_of_unregistered', { field: `${fieldPrefix}tax_number` })
  if (vat_status === 'registered' && !number)
    throw new Refusal('vat_number_missing', { field: `${fieldPrefix}tax_number` })
  if (vat_status) return vat_status
  if (number) return 'registered'
  // The number was removed and no status was sent: the status is unknown again.
  return stored && tax_number !== undefined ? null : undefined
}

async function hasEntries({ db }: Context): Promise<boolean> {
  const entry = await db.selectFrom('journal_entries').select('id').limit(1).executeTakeFirst()
  return entry !== undefined
}

/** A user name belongs to one organisation of all; the directory's key decides between two who want it. */
async function claimUsername({ db, session }: Context, username: string, field: string): Promise<void> {
  const key = username.toLowerCase()
  await db.deleteFrom('organization_directory').where('organization_id', '=', session.organization_id).execute()
  const claimed = await db
    .insertInto('organization_directory')
    .values({ username: key, organization_id: session.organization_id })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('username')
    .executeTakeFirst()
  if (!claimed) throw new Refusal('username_taken', { field })
}

/** Who has products with batches or serial numbers sees them. */
async function refuseLotsInUse(db: Context['db'], field: string): Promise<void> {
  const tracked = db.selectFrom('products').select('id').where('tracking', '<>', 'none').limit(1)
  if (await tracked.executeTakeFirst()) throw new Refusal('lots_in_use', { field })
}
