import { buyerIdentifier } from '../buyer-identifier.ts'
import { buyerSchemes, countryCodes, sellerSchemes } from '../code-lists.ts'
import { identifierShapes, isSuspicious } from '../identifier-shapes.ts'
import type { Address, EInvoice, Party } from '../model.ts'
import { longestQr, qrLength } from '../qr-length.ts'
import { error, type Finding, isMissing, limits, type Rule, warning, when } from '../rule.ts'

const vatNumber = /^3\d{13}3$/

const isStandard = ({ audience }: EInvoice) => audience === 'standard'
const isSaudi = (party: Party | null) => party?.address?.country === 'SA'
const sides = ({ seller, buyer }: EInvoice) =>
  [
    ['seller', seller],
    ['buyer', buyer],
  ] as const
const identifiers = ({ seller, buyer }: EInvoice) =>
  [
    ['seller', seller.identifier],
    ['buyer', buyerIdentifier(buyer)],
  ] as const

const missingOf = (side: string, address: Address | null, fields: readonly (keyof Address)[]): Finding[] =>
  fields.flatMap((field) =>
    when(isMissing(address?.[field]), `${side}.address.${field}`, { field: `address.${field}` }),
  )

const national = ['street', 'building', 'district', 'city', 'postal_code', 'country'] as const
const abroad = ['street', 'city', 'country'] as const

/** The identifiers of a scheme, of either party, that do not match the format of the scheme. */
const schemeShape = (id: string, scheme: string): Rule =>
  warning(id, 'identifier_shape', (invoice) =>
    identifiers(invoice).flatMap(([side, identifier]) =>
      when(
        identifier?.scheme === scheme && !identifierShapes[scheme]?.test(identifier.value),
        `${side}.identifier.value`,
        { scheme },
      ),
    ),
  )

/** Applies to Saudi addresses only: other countries have no such number. */
const additionalNumber = (id: string, side: 'seller' | 'buyer'): Rule =>
  warning(id, 'additional_number_shape', (invoice) => {
    const party = invoice[side]
    const number = party?.address?.additional_number
    return when(
      isSaudi(party) && !isMissing(number) && !/^\d{4}$/.test(number ?? ''),
      `${side}.address.additional_number`,
    )
  })

const reasonOf = ({ rows, breakdown }: EInvoice) => [
  ...rows.map(({ exemption_code }) => exemption_code),
  ...breakdown.map(({ exemption }) => exemption?.code ?? null),
]
const isForCitizens = (invoice: EInvoice) =>
  reasonOf(invoice).some((code) => code === 'VATEX-SA-EDU' || code === 'VATEX-SA-HEA')

const sellerRules: Rule[] = [
  warning('BR-06', 'seller_name_missing', ({ seller }) => when(isMissing(seller.name), 'seller.name')),
  error('MIZAN-QR-NAME', 'seller_name_too_long_for_qr', ({ seller }) =>
    when(new TextEncoder().encode(seller.name ?? '').length > 255, 'seller.name'),
  ),
  warning('MIZAN-QR-700', 'seller_name_long_for_qr', ({ audience, seller, totals }) =>
    when(
      // A longer name is an error of its own. The authority writes the code of a standard document.
      audience === 'simplified' &&
        new TextEncoder().encode(seller.name ?? '').length <= 255 &&
        qrLength(seller.name ?? '', totals.payable, totals.tax_sar) > longestQr,
      'seller.name',
    ),
  ),
  error('BR-KSA-39', 'seller_vat_missing', ({ seller }) => when(isMissing(seller.vat_number), 'seller.vat_number')),
  error('BR-KSA-40', 'vat_number_shape', ({ seller }) =>
    when(!isMissing(seller.vat_number) && !vatNumber.test(seller.vat_number ?? ''), 'seller.vat_number'),
  ),
  warning('BR-KSA-08', 'seller_identifier_missing', ({ seller: { identifier } }) =>
    when(
      !identifier || !sellerSchemes.has(identifier.scheme) || !/^[A-Za-z0-9]+$/.test(identifier.value),
      'seller.identifier',
    ),
  ),
  warning('BR-08', 'seller_address_missing', ({ seller }) => when(!seller.address, 'seller.address')),
  warning('BR-09', 'address_field_missing', ({ seller }) => missingOf('seller', seller.address, ['country'])),
  warning('BR-KSA-09', 'address_field_missing', ({ seller }) => missingOf('seller', seller.address, national)),
  warning('BR-KSA-37', 'building_shape', ({ seller: { address } }) =>
    when(!isMissing(address?.building) && !/^\d{4}$/.test(address?.building ?? ''), 'seller.address.building'),
  ),
  warning('BR-KSA-66', 'postal_code_shape', ({ seller: { address } }) =>
    when(!isMissing(address?.postal_code) && !/^\d{5}$/.test(address?.postal_code ?? ''), 'seller.address.postal_code'),
  ),
]

const buyerRules: Rule[] = [
  error('BR-10', 'buyer_address_missing', (invoice) =>
    when(isStandard(invoice) && !invoice.buyer?.address, 'buyer.address'),
  ),
  warning('BR-KSA-42', 'buyer_name_missing', (invoice) =>
    when(isStandard(invoice) && isMissing(invoice.buyer?.name), 'buyer.name'),
  ),
  warning('BR-KSA-25', 'buyer_name_missing_for_citizens', (invoice) =>
    when(!isStandard(invoice) && isForCitizens(invoice) && isMissing(invoice.buyer?.name), 'buyer.name'),
  ),
  error('BR-KSA-49', 'national_id_missing', (invoice) =>
    when(isForCitizens(invoice) && buyerIdentifier(invoice.buyer)?.scheme !== 'NAT', 'buyer.identifier'),
  ),
  error('BR-KSA-44', 'vat_number_shape', ({ buyer }) =>
    when(!isMissing(buyer?.vat_number) && !vatNumber.test(buyer?.vat_number ?? ''), 'buyer.vat_number'),
  ),
  error('BR-CUSTOM-VALIDATION-01', 'same_vat_number', ({ seller, buyer }) =>
    when(!isMissing(buyer?.vat_number) && buyer?.vat_number === seller.vat_number, 'buyer.vat_number'),
  ),
  error('BR-KSA-46', 'export_buyer_vat', ({ flags, buyer }) =>
    when(flags.export && !isMissing(buyer?.vat_number), 'buyer.vat_number'),
  ),
  warning('BR-KSA-81', 'buyer_identifier_missing', (invoice) =>
    when(
      isStandard(invoice) && isMissing(invoice.buyer?.vat_number) && buyerIdentifier(invoice.buyer) === null,
      'buyer.identifier',
    ),
  ),
  error('BR-KSA-14', 'buyer_identifier_invalid', ({ buyer }) => {
    const identifier = buyerIdentifier(buyer)
    return when(
      identifier !== null && !(buyerSchemes.has(identifier.scheme) && /^[A-Za-z0-9]+$/.test(identifier.value)),
      'buyer.identifier',
    )
  }),
  warning('BR-KSA-63', 'address_field_missing', (invoice) =>
    isStandard(invoice) && isSaudi(invoice.buyer) ? missingOf('buyer', invoice.buyer?.address ?? null, national) : [],
  ),
  warning('BR-KSA-10', 'address_field_missing', (invoice) =>
    isStandard(invoice) && !isSaudi(invoice.buyer) ? missingOf('buyer', invoice.buyer?.address ?? null, abroad) : [],
  ),
  ...(['street', 'city'] as const).map((field) =>
    warning(field === 'street' ? 'BR-KSA-F-06-C23' : 'BR-KSA-F-06-C25', 'address_field_missing', (invoice) =>
      isStandard(invoice) ? missingOf('buyer', invoice.buyer?.address ?? null, [field]) : [],
    ),
  ),
  warning('BR-KSA-F-06-C28', 'address_field_missing', (invoice) =>
    isStandard(invoice) && isSaudi(invoice.buyer)
      ? missingOf('buyer', invoice.buyer?.address ?? null, ['district'])
      : [],
  ),
  warning('BR-KSA-67', 'postal_code_shape', ({ buyer }) =>
    when(
      isSaudi(buyer) && !isMissing(buyer?.address?.postal_code) && !/^\d{5}$/.test(buyer?.address?.postal_code ?? ''),
      'buyer.address.postal_code',
    ),
  ),
  warning('BR-KSA-85', 'phone_shape', ({ buyer }) =>
    when(
      !isMissing(buyer?.contact?.phone) && !/^(0|\+)[0-9]{4,15}$/.test(buyer?.contact?.phone ?? ''),
      'buyer.contact.phone',
    ),
  ),
]

const sharedRules: Rule[] = [
  warning('BR-CL-14', 'country_unknown', (invoice) =>
    sides(invoice).flatMap(([side, party]) => {
      const country = party?.address?.country
      return when(!isMissing(country) && !countryCodes.has(country ?? ''), `${side}.address.country`)
    }),
  ),
  additionalNumber('BR-KSA-64', 'seller'),
  additionalNumber('BR-KSA-65', 'buyer'),
  schemeShape('BR-KSA-F-07', 'TIN'),
  schemeShape('BR-KSA-F-08', 'CRN'),
  schemeShape('BR-KSA-F-09', '700'),
  schemeShape('BR-KSA-F-10', 'NAT'),
  schemeShape('BR-KSA-F-11', 'IQA'),
  warning('BR-KSA-F-13', 'identifier_suspicious', (invoice) =>
    identifiers(invoice).flatMap(([side, identifier]) =>
      when(identifier !== null && isSuspicious(identifier.value), `${side}.identifier.value`),
    ),
  ),
]

const partyLimit = (id: string, side: 'seller' | 'buyer', field: 'name' | keyof Address, max: number): Rule =>
  limits('warning', id, field === 'name' ? `${side}_name` : `address.${field}`, [1, max], (invoice) => {
    const party = invoice[side]
    return field === 'name' ? [[`${side}.name`, party?.name]] : [[`${side}.address.${field}`, party?.address?.[field]]]
  })

const lengthRules: Rule[] = [
  partyLimit('BR-KSA-F-06-C10', 'seller', 'name', 1000),
  partyLimit('BR-KSA-F-06-C4', 'seller', 'street', 1000),
  partyLimit('BR-KSA-F-06-C6', 'seller', 'additional_street', 127),
  partyLimit('BR-KSA-F-06-C7', 'seller', 'city', 127),
  partyLimit('BR-KSA-F-06-C8', 'seller', 'province', 127),
  partyLimit('BR-KSA-F-06-C9', 'seller', 'district', 127),
  partyLimit('BR-KSA-F-06-C12', 'buyer', 'name', 1000),
  partyLimit('BR-KSA-F-06-C32', 'buyer', 'name', 1000),
  partyLimit('BR-KSA-F-06-C24', 'buyer', 'street', 1000),
  partyLimit('BR-KSA-F-06-C26', 'buyer', 'city', 127),
  partyLimit('BR-KSA-F-06-C23', 'buyer', 'street', 1000),
  partyLimit('BR-KSA-F-06-C11', 'buyer', 'additional_street', 127),
  partyLimit('BR-KSA-F-06-C25', 'buyer', 'city', 127),
  partyLimit('BR-KSA-F-06-C27', 'buyer', 'province', 127),
  partyLimit('BR-KSA-F-06-C29', 'buyer', 'district', 127),
  limits('warning', 'BR-KSA-F-06-C37', 'contact', [1, 1000], ({ buyer }) => [
    ['buyer.contact.name', buyer?.contact?.name],
  ]),
  limits('warning', 'BR-KSA-F-06-C38', 'contact', [1, 1000], ({ buyer }) => [
    ['buyer.contact.note', buyer?.contact?.note],
  ]),
]

/** Seller and buyer: names, numbers, national addresses. */
export const partyRules: Rule[] = [...sellerRules, ...buyerRules, ...sharedRules, ...lengthRules]
