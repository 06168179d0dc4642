import { type ExampleName, exampleDocument } from '#contract/e-invoice/example-documents.ts'
import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'

type Change = (document: IssuedEInvoice) => unknown
export type Mutant = { rule: string; of: ExampleName; change: Change }

const mutant = (rule: string, of: ExampleName, change: Change): Mutant => ({ rule, of, change })
export const changed = ({ of, change }: Mutant): IssuedEInvoice => {
  const document = exampleDocument(of)
  change(document)
  return document
}

type Row = IssuedEInvoice['rows'][number]
const row = (document: IssuedEInvoice, at = 0) => document.rows[at] as Row
const discount = (document: IssuedEInvoice) => document.allowances[0] as IssuedEInvoice['allowances'][number]
const charge = (document: IssuedEInvoice) => document.allowances[1] as IssuedEInvoice['allowances'][number]
const tax = (document: IssuedEInvoice, at = 0) => document.breakdown[at] as IssuedEInvoice['breakdown'][number]
const advance = (document: IssuedEInvoice) => document.prepayments[0] as IssuedEInvoice['prepayments'][number]
const buyer = (document: IssuedEInvoice) => document.buyer as NonNullable<IssuedEInvoice['buyer']>
const address = (party: IssuedEInvoice['seller']) => party.address as NonNullable<IssuedEInvoice['seller']['address']>
const long = (length: number) => 'س'.repeat(length)

/** Single changes to a valid document, each with the rule that must report it. */
export const mutants: Mutant[] = [
  mutant('BR-02', 'standard', (d) => (d.number = '')),
  mutant('BR-KSA-F-06-C1', 'standard', (d) => (d.number = long(128))),
  mutant('BR-KSA-03', 'standard', (d) => (d.uuid = '')),
  mutant('BR-03', 'standard', (d) => (d.issue_date = '')),
  mutant('BR-KSA-F-01', 'standard', (d) => (d.issue_date = '2026-02-30')),
  mutant('BR-KSA-04', 'standard', (d) => (d.issue_date = '2029-01-01')),
  mutant('BR-KSA-70', 'simplified', (d) => (d.issue_time = '24:00:00')),
  mutant('BR-KSA-05', 'standard', (d) => Object.assign(d, { type: '380' })),
  mutant('BR-KSA-07', 'export_in_dollars', (d) => (d.flags.self_billed = true)),
  mutant('BR-KSA-31', 'simplified', (d) => (d.flags.self_billed = true)),
  mutant('BR-KSA-92', 'standard', (d) => Object.assign(d, { contract: null, flags: { ...d.flags, government: true } })),
  mutant('BR-KSA-CL-01', 'in_dollars', (d) => (d.currency = 'UDS')),
  mutant('BR-KSA-33', 'standard', (d) => (d.icv = '')),
  mutant('BR-KSA-34', 'standard', (d) => (d.icv = '12a')),
  mutant('BR-KSA-61', 'standard', (d) => (d.previous_hash = '')),
  mutant('BR-KSA-15', 'standard', (d) => (d.supply_date = null)),
  mutant('BR-KSA-35', 'simplified', (d) => (d.supply_end_date = '2026-11-20')),
  mutant('BR-KSA-36', 'standard', (d) => (d.supply_end_date = '2026-11-01')),
  mutant('BR-KSA-71', 'simplified', (d) => (d.flags.summary = true)),
  mutant('BR-KSA-17', 'credit_note', (d) => (d.note_reason = null)),
  mutant('BR-KSA-F-06-C13', 'debit_note', (d) => (d.note_reason = long(1001))),
  mutant('BR-KSA-56', 'simplified_credit_note', (d) => (d.references = [])),
  mutant('BR-KSA-16', 'standard', (d) => (d.payments = [{ means: '99', account: null, terms: null }])),
  mutant('BR-KSA-90', 'in_dollars', (d) => (d.exchange_rate = '3.7500000000001')),
  mutant('BR-06', 'standard', (d) => (d.seller.name = null)),
  mutant('BR-KSA-39', 'standard', (d) => (d.seller.vat_number = null)),
  mutant('BR-KSA-40', 'simplified', (d) => (d.seller.vat_number = '410122393500003')),
  mutant('BR-KSA-08', 'standard', (d) => (d.seller.identifier = null)),
  mutant('BR-KSA-F-08', 'standard', (d) => (d.seller.identifier = { scheme: 'CRN', value: '101071125' })),
  mutant('BR-KSA-F-13', 'standard', (d) => (d.seller.identifier = { scheme: 'CRN', value: '1234567890' })),
  mutant('BR-KSA-09', 'standard', (d) => (address(d.seller).district = null)),
  mutant('BR-KSA-37', 'standard', (d) => (address(d.seller).building = '12')),
  mutant('BR-KSA-66', 'simplified', (d) => (address(d.seller).postal_code = '1221')),
  mutant('BR-KSA-64', 'standard', (d) => (address(d.seller).additional_number = '77')),
  mutant('BR-CL-14', 'export_in_dollars', (d) => (address(buyer(d)).country = 'se')),
  mutant('BR-KSA-42', 'standard', (d) => (buyer(d).name = null)),
  mutant('BR-KSA-44', 'standard', (d) => (buyer(d).vat_number = '311111111100004')),
  mutant('BR-CUSTOM-VALIDATION-01', 'standard', (d) => (buyer(d).vat_number = d.seller.vat_number)),
  mutant('BR-KSA-81', 'standard', (d) => (buyer(d).vat_number = null)),
  mutant('BR-KSA-46', 'export_in_dollars', (d) => (buyer(d).vat_number = '311111111100003')),
  mutant('BR-KSA-14', 'export_in_dollars', (d) => (buyer(d).identifier = { scheme: 'XYZ', value: 'SE1' })),
  mutant('BR-KSA-F-10', 'export_in_dollars', (d) => (buyer(d).identifier = { scheme: 'NAT', value: '2010203040' })),
  mutant('BR-KSA-63', 'standard', (d) => (address(buyer(d)).building = null)),
  mutant('BR-KSA-67', 'standard', (d) => (address(buyer(d)).postal_code = '123456')),
  mutant('BR-KSA-10', 'export_in_dollars', (d) => (address(buyer(d)).street = null)),
  mutant('BR-10', 'standard', (d) => (buyer(d).address = null)),
  mutant('BR-KSA-85', 'standard', (d) => (buyer(d).contact = { name: null, phone: '5551234567', note: null })),
  mutant('BR-KSA-F-06-C17', 'standard', (d) => (row(d).id = '1234567')),
  mutant('BR-25', 'standard', (d) => (row(d).name = '')),
  mutant('BR-KSA-F-06-C19', 'standard', (d) => (row(d).name = 'قل')),
  mutant('BR-KSA-F-C-01', 'standard', (d) => (row(d).name = '12345')),
  mutant('BR-22', 'all_categories', (d) => Object.assign(row(d), { quantity: '0', allowances: [] })),
  mutant('BR-KSA-F-04', 'standard', (d) => (row(d).price = '-450.00')),
  mutant('BR-DEC-23', 'standard', (d) => (row(d).net = '900.001')),
  mutant('BR-KSA-EN16931-11', 'standard', (d) => (row(d).price = '449.99')),
  mutant('BR-KSA-51', 'standard', (d) => (row(d).gross = '1034.99')),
  mutant('BR-KSA-52', 'standard', (d) => (row(d).tax = null)),
  mutant('BR-KSA-53', 'standard', (d) => (row(d).gross = null)),
  mutant('BR-KSA-18', 'standard', (d) => Object.assign(row(d), { category: 'K' })),
  mutant('BR-KSA-84', 'standard', (d) => (row(d).rate = '14')),
  mutant('BR-KSA-DEC-02', 'standard', (d) => (row(d).rate = '15.001')),
  mutant('BR-S-05', 'standard', (d) => (row(d).rate = '0')),
  mutant('BR-Z-05', 'all_categories', (d) => (row(d, 1).rate = '15')),
  mutant('BR-E-05', 'all_categories', (d) => (row(d, 2).rate = '5')),
  mutant('BR-KSA-11', 'all_categories', (d) => (row(d, 3).rate = '5')),
  mutant('BR-S-06', 'discounts_and_charge', (d) => (discount(d).rate = '0')),
  mutant('BR-S-07', 'discounts_and_charge', (d) => (charge(d).rate = '0')),
  mutant('BR-KSA-19', 'discounts_and_charge', (d) => (charge(d).reason_code = null)),
  mutant('BR-KSA-21', 'discounts_and_charge', (d) => (charge(d).reason = null)),
  mutant('BR-KSA-CL-06', 'discounts_and_charge', (d) => (charge(d).reason_code = '95')),
  mutant('BR-KSA-EN16931-03', 'discounts_and_charge', (d) => (discount(d).percent = '6')),
  mutant('BR-KSA-EN16931-05', 'discounts_and_charge', (d) => (discount(d).percent = null)),
  mutant('BR-KSA-EN16931-04', 'discounts_and_charge', (d) => (discount(d).base = null)),
  mutant('BR-KSA-DEC-01', 'discounts_and_charge', (d) => (discount(d).percent = '100.5')),
  mutant('BR-DEC-01', 'discounts_and_charge', (d) => (discount(d).amount += '1')),
  mutant('BR-KSA-69', 'all_categories', (d) => (tax(d, 1).exemption = { code: null, text: 'Medicines' })),
  mutant('BR-KSA-23', 'all_categories', (d) => (tax(d, 2).exemption = { code: null, text: 'Rent' })),
  mutant('BR-KSA-24', 'all_categories', (d) => (tax(d, 3).exemption = { code: null, text: 'Other' })),
  mutant('BR-KSA-83', 'all_categories', (d) => (tax(d, 1).exemption = { code: 'VATEX-SA-35', text: null })),
  mutant('BR-KSA-CL-04', 'all_categories', (d) => (tax(d, 2).exemption = { code: 'VATEX-SA-35', text: 'Medicines' })),
  mutant('BR-KSA-49', 'all_categories', (d) => (tax(d, 1).exemption = { code: 'VATEX-SA-HEA', text: 'Healthcare' })),
  mutant('BR-S-10', 'standard', (d) => (tax(d).exemption = { code: 'VATEX-SA-35', text: 'Medicines' })),
  mutant('BR-S-08', 'standard', (d) => (tax(d).taxable = '900.01')),
  mutant('BR-Z-08', 'all_categories', (d) => (tax(d, 1).taxable = '100.01')),
  mutant('BR-Z-09', 'all_categories', (d) => (tax(d, 1).tax = '0.01')),
  mutant('BR-E-09', 'all_categories', (d) => (tax(d, 2).tax = '0.01')),
  mutant('BR-O-09', 'all_categories', (d) => (tax(d, 3).tax = '0.01')),
  mutant('BR-S-01', 'standard', (d) => (d.breakdown = [])),
  mutant('BR-CO-18', 'standard', (d) => (d.breakdown = [])),
  mutant('BR-S-09', 'standard', (d) => (tax(d).tax = '135.02')),
  mutant('BR-CO-17', 'standard', (d) => (tax(d).tax = '135.02')),
  mutant('BR-CO-10', 'standard', (d) => (d.totals.rows = '900.01')),
  mutant('BR-CO-11', 'discounts_and_charge', (d) => (d.totals.allowances = '1.00')),
  mutant('BR-CO-12', 'discounts_and_charge', (d) => (d.totals.charges = '36.00')),
  mutant('BR-CO-13', 'standard', (d) => (d.totals.without_tax = '900.01')),
  mutant('BR-CO-14', 'standard', (d) => (d.totals.tax = '135.01')),
  mutant('BR-CO-15', 'standard', (d) => (d.totals.with_tax = '1035.01')),
  mutant('BR-CO-16', 'final', (d) => (d.totals.payable = '805.01')),
  mutant('BR-DEC-18', 'standard', (d) => (d.totals.payable = '1035.000')),
  mutant('BR-KSA-97', 'in_dollars', (d) => (d.totals.tax_sar = d.totals.tax)),
  mutant('BR-KSA-80', 'final', (d) => (d.totals.prepaid = '231.00')),
  mutant('BR-KSA-74', 'final', (d) => (advance(d).type = '388')),
  mutant('BR-KSA-73', 'final', (d) => (advance(d).issue_time = null)),
  mutant('BR-KSA-79', 'final', (d) => (advance(d).tax = '31.00')),
  mutant('BR-KSA-DEC-06', 'final', (d) => (advance(d).taxable = '200.000')),
]
