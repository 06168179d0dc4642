import type { Party } from '#contract/e-invoice/model.ts'
import { content, first, textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'

export function readParty(party: XmlElement): Party {
  const id = first(party, 'cac:PartyIdentification/cbc:ID')
  const address = first(party, 'cac:PostalAddress')
  const contact = first(party, 'cac:Contact')
  return {
    name: textAt(party, 'cac:PartyLegalEntity/cbc:RegistrationName'),
    vat_number: textAt(party, 'cac:PartyTaxScheme/cbc:CompanyID'),
    identifier: id && { scheme: id.attributes.get('schemeID')?.trim() ?? '', value: content(id).trim() },
    address: address && {
      street: textAt(address, 'cbc:StreetName'),
      additional_street: textAt(address, 'cbc:AdditionalStreetName'),
      building: textAt(address, 'cbc:BuildingNumber'),
      additional_number: textAt(address, 'cbc:PlotIdentification'),
      district: textAt(address, 'cbc:CitySubdivisionName'),
      city: textAt(address, 'cbc:CityName'),
      postal_code: textAt(address, 'cbc:PostalZone'),
      province: textAt(address, 'cbc:CountrySubentity'),
      country: textAt(address, 'cac:Country/cbc:IdentificationCode'),
    },
    contact: contact && {
      name: textAt(contact, 'cbc:Name'),
      phone: textAt(contact, 'cbc:Telephone'),
      note: textAt(contact, 'cbc:Note'),
    },
  }
}
