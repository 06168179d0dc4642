import { sql } from 'kysely'
import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import { identifierProblem } from '#contract/e-invoice/identifier-shapes.ts'
import { addressProblems } from '#contract/fields/national-address.ts'
import type { FieldErrors } from '#contract/issues.ts'
import type { customers } from '#contract/parties.ts'
import type { Context } from '#server/core/context.ts'
import { requireRows } from '#server/core/references.ts'
import { Refusal } from '#server/core/refusal.ts'
import { storeImage } from '#server/files/store-image.ts'
import { insertRow, updateRow } from '#server/resource/table.ts'

type PartyInput = z.output<typeof customers.input>

/** Creates (without an id) or changes a customer or supplier; answers its id. */
export async function saveParty(context: Context, side: Side, id: number | null, body: PartyInput): Promise<number> {
  const { db } = context
  const { avatar_file, version, country_id, city_id, ...fields } = body
  const stored = id === null ? null : await requireParty(context, side, id)
  await requireRows(db, { country_id: ['countries', country_id], city_id: ['cities', city_id] })
  await requireLawfulParty(db, { ...stored, ...given(body) })
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
    .where('id', '=', id)
    .where('kind', '=', side.party)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

/** The fields of the body that were sent. */
const given = (body: PartyInput): Partial<PartyInput> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

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
