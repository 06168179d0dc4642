import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

type Contact = {
  id: number
  name: string
  name_en: string | null
  address: string | null
  phone: string | null
  mobile: string | null
  email: string | null
}
/** An address in parts, as a tax invoice needs it. */
type Address = {
  street: string | null
  building_number: string | null
  additional_number: string | null
  district: string | null
  postal_code: string | null
  city: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
}
export type PartyRow = Contact &
  Address & {
    status: string
    /** A person, or a business. */
    type: string
    tax_number: string | null
    identifier_scheme: string | null
    identifier_value: string | null
    commercial_registration: string | null
  }
/** The issuer as printed on a page. */
export type OrganizationHead = Address & {
  name: string
  name_en: string | null
  tax_number: string | null
  commercial_registration: string | null
  registration_scheme: string | null
  address: string | null
  logo: string | null
}
/** The parties and facts in the heading of a document. */
export type Heads = {
  organization: OrganizationHead
  party: PartyRow
  branch: Contact &
    Address & {
      status: string
      city_en: string | null
      commercial_registration: string | null
      registration_scheme: string | null
    }
  currency: Database['currencies']
}

/** Each as one value of JSON, or null: `party`, `branch` and `currency` say which. */
export const organizationOf = (own: number): RawBuilder<unknown> => sql`
      (SELECT json_build_object('name', name, 'name_en', name_en, 'tax_number', tax_number,
          'commercial_registration', commercial_registration, 'registration_scheme', registration_scheme, 'address', address, 'logo', logo,
          'street', street, 'building_number', building_number, 'additional_number', additional_number, 'district', district,
          'postal_code', postal_code, 'city', (SELECT city.name FROM cities AS city WHERE city.id = city_id),
          'country', (SELECT country.code FROM countries AS country WHERE country.id = country_id))
        FROM organizations WHERE organization_id = ${own})`

export const partyHeaderSql = (own: number, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      (SELECT json_build_object('id', party.id, 'name', party.name, 'name_en', party.name_en, 'status', party.status, 'type', party.type,
          'address', party.address, 'phone', party.phone, 'mobile', party.mobile, 'email', party.email,
          'tax_number', party.tax_number, 'commercial_registration', party.commercial_registration,
          'identifier_scheme', party.identifier_scheme, 'identifier_value', party.identifier_value,
          'building_number', party.building_number, 'additional_number', party.additional_number, 'street', party.street, 'district', party.district,
          'postal_code', party.postal_code, 'city', coalesce(party.city_name, (SELECT name FROM cities WHERE id = party.city_id)),
          'country', (SELECT code FROM countries WHERE id = party.country_id))
        FROM parties AS party WHERE party.organization_id = ${own} AND ${which})`

export const branchOf = (own: number, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      (SELECT json_build_object('id', branch.id, 'name', branch.name, 'name_en', branch.name_en, 'status', branch.status, 'address', branch.address,
          'phone', branch.phone, 'mobile', branch.mobile, 'email', branch.email, 'city', city.name, 'city_en', city.name_en,
          'commercial_registration', branch.commercial_registration, 'registration_scheme', branch.registration_scheme, 'street', branch.street, 'building_number', branch.building_number,
          'additional_number', branch.additional_number, 'district', branch.district, 'postal_code', branch.postal_code,
          'country', (SELECT code FROM countries WHERE id = city.country_id))
        FROM branches AS branch LEFT JOIN LATERAL (SELECT name, name_en, country_id FROM cities WHERE id = branch.city_id OFFSET 0) AS city ON true
        WHERE branch.organization_id = ${own} AND branch.id = ${id})`

export const placeHeaderSql = (own: number, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
      (SELECT json_build_object('id', place.id, 'name', place.name, 'name_en', place.name_en)
        FROM places AS place WHERE place.organization_id = ${own} AND place.id = ${id})`

export const currencyHeaderSql = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT to_json(currency) FROM currencies AS currency WHERE currency.id = ${id})`
