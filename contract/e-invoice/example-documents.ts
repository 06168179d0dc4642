import { calculate, type EInvoiceInput } from './calculate.ts'
import type { IssuedEInvoice, Party } from './model.ts'
import { noteReasonText } from './note-reasons.ts'

/** Documents of every kind the product issues, for tests and for trials of the platform. All parties are fictitious. */
const seller: Party = {
  name: 'شركة ميزان التجارية | Mizan Trading Co.',
  vat_number: '310122393500003',
  identifier: { scheme: 'CRN', value: '1010711252' },
  address: {
    street: 'طريق الملك فهد | King Fahd Road',
    additional_street: null,
    building: '2322',
    additional_number: '7712',
    district: 'العليا | Al Olaya',
    city: 'الرياض | Riyadh',
    postal_code: '12214',
    province: null,
    country: 'SA',
  },
  contact: null,
}

const buyer: Party = {
  name: 'مؤسسة النخيل | Palm Establishment',
  vat_number: '311111111100003',
  identifier: null,
  address: {
    street: 'شارع التحلية | Tahlia Street',
    additional_street: null,
    building: '1111',
    additional_number: null,
    district: 'السليمانية | Sulaymaniyah',
    city: 'الرياض | Riyadh',
    postal_code: '12223',
    province: null,
    country: 'SA',
  },
  contact: null,
}

const abroad: Party = {
  name: 'Nordic Imports AB',
  vat_number: null,
  identifier: { scheme: 'OTH', value: 'SE5560360793' },
  address: {
    street: 'Kungsgatan 1',
    additional_street: null,
    building: null,
    additional_number: null,
    district: null,
    city: 'Stockholm',
    postal_code: '111 43',
    province: null,
    country: 'SE',
  },
  contact: null,
}

const noFlags = {
  third_party: false,
  nominal: false,
  export: false,
  summary: false,
  self_billed: false,
  government: false,
}
const firstHash = 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ=='

type RowInput = EInvoiceInput['rows'][number]

const row = (id: string, fields: Partial<RowInput> = {}): RowInput => ({
  id,
  name: 'طابعة ليزر | Laser printer',
  note: null,
  quantity: '2',
  unit: 'PCE',
  price: '450.00',
  allowances: [],
  category: 'S',
  rate: '15',
  exemption_code: null,
  buyer_code: null,
  seller_code: null,
  standard_code: null,
  ...fields,
})

const input = (number: string, fields: Partial<EInvoiceInput> = {}): EInvoiceInput => ({
  number,
  uuid: '8e6000cf-1a98-4174-b3e7-b5d5954bc10d',
  issue_date: '2026-11-20',
  issue_time: '14:05:09',
  type: '388',
  audience: 'standard',
  flags: noFlags,
  notes: [],
  currency: 'SAR',
  exchange_rate: null,
  purchase_order: null,
  contract: null,
  references: [],
  icv: '1',
  previous_hash: firstHash,
  seller,
  buyer,
  supply_date: '2026-11-20',
  supply_end_date: null,
  payments: [{ means: '30', account: null, terms: null }],
  note_reason: null,
  allowances: [],
  rows: [row('1')],
  prepayments: [],
  ...fields,
})

const simplified = { audience: 'simplified', buyer: null, supply_date: null } as const
const note: Partial<EInvoiceInput> = {
  references: ['INV-000001'],
  note_reason: noteReasonText('returned'),
  supply_date: null,
}
const advance: EInvoiceInput['prepayments'][number] = {
  id: '2',
  name: 'تسوية الدفعة المقدمة | Prepayment adjustment',
  number: 'ADV-000001',
  uuid: null,
  issue_date: '2026-11-01',
  issue_time: '09:00:00',
  type: '386',
  category: 'S',
  rate: '15',
  taxable: '200.00',
  tax: '30.00',
  exemption_code: null,
}

const inputs = {
  standard: input('INV-000001', { notes: ['شكرًا لكم'], purchase_order: 'PO-77', contract: 'C-12' }),
  simplified: input('INV-000002', simplified),
  credit_note: input('CN-000001', { ...note, type: '381' }),
  simplified_credit_note: input('CN-000002', { ...simplified, ...note, type: '381' }),
  debit_note: input('DN-000001', { ...note, type: '383' }),
  simplified_debit_note: input('DN-000002', { ...simplified, ...note, type: '383' }),
  advance: input('ADV-000001', {
    type: '386',
    rows: [row('1', { name: 'دفعة مقدمة | Advance', quantity: '1', price: '200' })],
  }),
  final: input('INV-000003', { prepayments: [advance] }),
  export_in_dollars: input('INV-000004', {
    flags: { ...noFlags, export: true },
    buyer: abroad,
    currency: 'USD',
    exchange_rate: '3.75',
    rows: [row('1', { category: 'Z', rate: '0', exemption_code: 'VATEX-SA-32', price: '120.125', quantity: '8' })],
  }),
  all_categories: input('INV-000005', {
    rows: [
      row('1'),
      row('2', {
        name: 'دواء | Medicine',
        category: 'Z',
        rate: '0',
        exemption_code: 'VATEX-SA-35',
        price: '33.333',
        quantity: '3',
      }),
      row('3', {
        name: 'إيجار سكني | Home rent',
        category: 'E',
        rate: '0',
        exemption_code: 'VATEX-SA-30',
        quantity: '1',
        price: '2500',
      }),
      row('4', {
        name: 'تعويض | Compensation',
        category: 'O',
        rate: '0',
        exemption_code: 'VATEX-SA-OOS',
        quantity: '1',
        price: '75',
      }),
    ],
  }),
  discounts_and_charge: input('INV-000006', {
    rows: [
      row('1', { allowances: [{ is_charge: false, reason_code: '95', reason: 'Discount | خصم', percent: '12.5' }] }),
      row('2', { quantity: '0.375', unit: 'KGM', price: '19.99', name: 'قهوة <محمصة> & "خاصة"' }),
    ],
    allowances: [
      { is_charge: false, reason_code: '95', reason: 'Discount | خصم', category: 'S', rate: '15', percent: '5' },
      { is_charge: true, reason_code: 'FC', reason: 'Freight | شحن', category: 'S', rate: '15', amount: '35' },
    ],
  }),
  in_dollars: input('INV-000007', {
    currency: 'USD',
    exchange_rate: '3.75',
    rows: [row('1', { price: '99.99', quantity: '7' })],
  }),
} satisfies Record<string, EInvoiceInput>

export type ExampleName = keyof typeof inputs
export const exampleInput = (name: ExampleName): EInvoiceInput => structuredClone(inputs[name])
export const exampleDocument = (name: ExampleName): IssuedEInvoice => calculate(exampleInput(name)) as IssuedEInvoice
export const exampleNames = Object.keys(inputs) as ExampleName[]
