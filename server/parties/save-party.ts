import { sql } from 'kysely'
import type { z } from 'zod'
import { holdsAny } from '#contract/access/permissions.ts'
import type { Side } from '#contract/documents/sides.ts'
import { identifierProblem } from '#contract/e-invoice/identifier-shapes.ts'
import { addressProblems } from '#contract/fields/national-address.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { customers } from '#contract/parties.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sentFields } from '#server/core/sent-fields.ts'
import { storeImage } from '#server/files/store-image.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type PartyInput = z.output<typeof customers.input>

/** Creates (without an id) or changes a customer or supplier; answers its id. */
export async function saveParty(context: Context, side: Side, id: number | null, body: PartyInput): Promise<number> {
  const { db } = context
  const { avatar_file, version, country_id, city_id, ...fields } = body
  const stored = id === null ? null : await requireParty(context, side, id)
  await requireRows(db, { country_id: ['countries', country_id], city_id: ['cities', city_id] })
  await requireLawfulParty(db, { ...stored, ...sentFields(body) })
  requireCreditChange(context, body, stored)
  const avatar = await storeImage(context, avatar_file, 'avatar_file')
  // The country has a default: an emptied select is that again. The city is what was entered, or nothing.
  const country = country_id === undefined ? {} : { country_id: country_id ?? sql`DEFAULT` }
  const isCitySaid = city_id !== undefined || fields.city_name !== undefined
  const city = { ...(city_id !== undefined && { city_id }), ...(isCitySaid && { city_unverified: false }) }
  const places = { ...country, ...city }
  const values = { ...fields, ...places, ...(avatar !== undefined && { avatar }) }
  if (id === null) return insertRow(db, 'parties', { ...values, kind: side.party })
  await updateRow(db, 'parties', id, values, version)
  return id
}

/** A supplier's id under /customers is no customer. */
export async function requireParty({ db }: Context, side: Side, id: number) {
  const row = await db
    .selectFrom('parties')
    .select(['id', 'country_id', 'identifier_scheme', 'identifier_value'])
    .select(['credit_limit', 'credit_lifted_until', 'credit_lift_reason'])
    .where('id', '=', id)
    .where('kind', '=', side.party)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

type Credit = Pick<PartyInput, 'credit_limit' | 'credit_lifted_until' | 'credit_lift_reason'>
type StoredCredit = { [Field in keyof Credit]-?: string | null }
const noCredit: StoredCredit = { credit_limit: null, credit_lifted_until: null, credit_lift_reason: null }
const creditFields = ['credit_limit', 'credit_lifted_until', 'credit_lift_reason'] as const

/** How much a customer may owe is decided by who may; a limit is lifted for a reason. */
function requireCreditChange({ session }: Context, body: Credit, stored: StoredCredit | null): void {
  const before = stored ?? noCredit
  const errors: FieldErrors = {}
  const isAllowed = holdsAny(session.authority, ['set-credit-limit'])
  for (const field of creditFields)
    if (body[field] !== undefined && !isSame(field, body[field], before[field]) && !isAllowed)
      errors[field] = { code: 'credit_limit_kept' }
  const { credit_lifted_until = before.credit_lifted_until, credit_lift_reason = before.credit_lift_reason } = body
  if (credit_lifted_until && !credit_lift_reason) errors.credit_lift_reason = { code: 'required' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

function isSame(
  field: (typeof creditFields)[number],
  asked: string | null | undefined,
  stored: string | null,
): boolean {
  if (field !== 'credit_limit' || !asked || !stored) return (asked ?? null) === stored
  return decimal(asked).eq(stored)
}

/** An identifier needs a scheme and its format, a Saudi address its digits. Stored values are not checked again. */
async function requireLawfulParty(db: Context['db'], party: Partial<PartyInput>): Promise<void> {
  const errors: FieldErrors = {}
  const { identifier_scheme: scheme, identifier_value: value } = party
  if (!scheme !== !value) errors[scheme ? 'identifier_value' : 'identifier_scheme'] = { code: 'required' }
  const problem = scheme && value ? identifierProblem(scheme, value) : null
  if (problem) errors.identifier_value = { code: problem }
  const wrong = addressProblems(party)
  if (wrong.length > 0 && (await isSaudi(db, party.country_id)))
    for (const part of wrong) errors[part] = { code: part === 'postal_code' ? 'five_digits' : 'four_digits' }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid_input', { errors })
}

async function isSaudi(db: Context['db'], country_id: number | null | undefined): Promise<boolean> {
  if (!country_id) return true
  const country = await db.selectFrom('countries').select('code').where('id', '=', country_id).executeTakeFirst()
  return country?.code === 'SA'
}
