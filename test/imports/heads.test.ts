import { beforeAll, describe, expect, test } from 'vitest'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import { loadWords } from '#server/core/locale.ts'
import { knownColumns } from '#server/imports/known-columns.ts'
import { guessColumns, headRowOf } from '#server/reading/guess-columns.ts'

// The columns that programs write, by the heads of their exports and templates.

let services: { words: Awaited<ReturnType<typeof loadWords>> }
beforeAll(async () => {
  services = { words: await loadWords() }
})
const known = (kind: ImportKindName) => knownColumns({ services } as never, kind)
/** The head that each of our columns takes. */
const guessed = (kind: ImportKindName, heads: readonly string[]) =>
  Object.fromEntries(Object.entries(guessColumns(heads, known(kind))).map(([key, at]) => [key, heads[at]]))
const list = (text: string) => text.split('|').map((head) => head.trim())

const customers: [string, string, Record<string, string>][] = [
  [
    'Zoho Books',
    'Created Time|Last Modified Time|Display Name|Company Name|Salutation|First Name|Last Name|Phone|Currency Code|Notes|Status|Credit Limit|Customer Sub Type|Billing Attention|Billing Address|Billing Street2|Billing City|Billing State|Billing Country|Billing Code|Shipping Address|Shipping City|Shipping Country|EmailID|MobilePhone|Payment Terms|Payment Terms Label|Tax Treatment|Tax Registration Number|Contact ID',
    {
      name: 'Display Name',
      email: 'EmailID',
      mobile: 'MobilePhone',
      phone: 'Phone',
      status: 'Status',
      type: 'Customer Sub Type',
      city_id: 'Billing City',
      country_id: 'Billing Country',
      postal_code: 'Billing Code',
      tax_number: 'Tax Registration Number',
      payment_terms_days: 'Payment Terms',
    },
  ],
  [
    'Odoo',
    'External ID|Complete Name|Company Type|Phone|Mobile|Email|Street|Street2|City|State/State Name|Zip|Country/Country Name|Tax ID|Salesperson|Tags',
    {
      name: 'Complete Name',
      type: 'Company Type',
      email: 'Email',
      mobile: 'Mobile',
      street: 'Street',
      city_id: 'City',
      country_id: 'Country/Country Name',
      tax_number: 'Tax ID',
      postal_code: 'Zip',
    },
  ],
  [
    'ERPNext',
    'ID|Customer Name|Customer Type|Customer Group|Territory|Tax ID|Email Id|Mobile No|Disabled',
    { name: 'Customer Name', type: 'Customer Type', tax_number: 'Tax ID', email: 'Email Id', mobile: 'Mobile No' },
  ],
  [
    'Xero',
    '*ContactName|AccountNumber|EmailAddress|FirstName|LastName|POAddressLine1|POCity|PORegion|POPostalCode|POCountry|PhoneNumber|MobileNumber|TaxNumber|CompanyNumber',
    {
      name: '*ContactName',
      email: 'EmailAddress',
      city_id: 'POCity',
      postal_code: 'POPostalCode',
      phone: 'PhoneNumber',
      mobile: 'MobileNumber',
      tax_number: 'TaxNumber',
      country_id: 'POCountry',
    },
  ],
  [
    'a sheet with heads in two languages',
    'اسم العميل / Customer Name|البريد الإلكتروني (Email)|رقم الجوال - Mobile|الرقم الضريبي VAT No.|المدينه',
    {
      name: 'اسم العميل / Customer Name',
      email: 'البريد الإلكتروني (Email)',
      mobile: 'رقم الجوال - Mobile',
      tax_number: 'الرقم الضريبي VAT No.',
      city_id: 'المدينه',
    },
  ],
]

const invoices: [string, string, Record<string, string>][] = [
  [
    'Zoho Books',
    'Invoice Date|Invoice ID|Invoice Number|Invoice Status|Customer ID|Customer Name|Is Inclusive Tax|Due Date|PurchaseOrder|Currency Code|Exchange Rate|Discount Type|Is Discount Before Tax|Entity Discount Percent|Entity Discount Amount|Item Name|SKU|Item Desc|Quantity|Usage unit|Item Price|Discount|Discount Amount|Item Total|Item Tax|Item Tax %|Item Tax Amount|SubTotal|Total|Balance|Notes|Branch Name',
    {
      invoice_number: 'Invoice Number',
      invoice_date: 'Invoice Date',
      customer_id: 'Customer Name',
      status: 'Invoice Status',
      due_date: 'Due Date',
      currency_id: 'Currency Code',
      exchange_rate: 'Exchange Rate',
      product_id: 'Item Name',
      quantity: 'Quantity',
      price: 'Item Price',
      discount_amount: 'Discount Amount',
      tax_rate: 'Item Tax',
      total: 'Total',
      remaining_amount: 'Balance',
      document_discount_amount: 'Entity Discount Amount',
      document_discount_percent: 'Entity Discount Percent',
      prices_include_tax: 'Is Inclusive Tax',
      product_name: 'Item Desc',
    },
  ],
  [
    'Odoo',
    'Number|Invoice Partner Display Name|Invoice/Bill Date|Due Date|Invoice lines/Product|Invoice lines/Label|Invoice lines/Quantity|Invoice lines/Unit Price|Invoice lines/Discount (%)|Invoice lines/Taxes|Total|Amount Due|Currency|Status|Payment Status',
    {
      invoice_number: 'Number',
      customer_id: 'Invoice Partner Display Name',
      invoice_date: 'Invoice/Bill Date',
      product_id: 'Invoice lines/Product',
      quantity: 'Invoice lines/Quantity',
      price: 'Invoice lines/Unit Price',
      discount_percent: 'Invoice lines/Discount (%)',
      tax_rate: 'Invoice lines/Taxes',
      status: 'Status',
      total: 'Total',
      remaining_amount: 'Amount Due',
      currency_id: 'Currency',
      product_name: 'Invoice lines/Label',
    },
  ],
  [
    'ERPNext',
    'ID|Series|Customer|Customer Name|Date|Payment Due Date|Currency|Exchange Rate|Grand Total|Outstanding Amount|Status|Item (Items)|Item Name (Items)|Quantity (Items)|Rate (Items)|Amount (Items)',
    {
      invoice_number: 'ID',
      customer_id: 'Customer',
      invoice_date: 'Date',
      due_date: 'Payment Due Date',
      product_id: 'Item (Items)',
      quantity: 'Quantity (Items)',
      price: 'Rate (Items)',
      total: 'Grand Total',
      remaining_amount: 'Outstanding Amount',
      exchange_rate: 'Exchange Rate',
    },
  ],
  [
    'Xero',
    '*ContactName|EmailAddress|POCity|*InvoiceNumber|Reference|*InvoiceDate|*DueDate|InventoryItemCode|*Description|*Quantity|*UnitAmount|Discount|*AccountCode|*TaxType|Currency|Total|InvoiceAmountPaid|InvoiceAmountDue|Status',
    {
      invoice_number: '*InvoiceNumber',
      customer_id: '*ContactName',
      invoice_date: '*InvoiceDate',
      due_date: '*DueDate',
      product_id: 'InventoryItemCode',
      quantity: '*Quantity',
      price: '*UnitAmount',
      tax_rate: '*TaxType',
      paid_amount: 'InvoiceAmountPaid',
      remaining_amount: 'InvoiceAmountDue',
      product_name: '*Description',
    },
  ],
  [
    'Wafeq and Qoyod',
    'رقم الفاتورة|جهة الاتصال|تاريخ الإصدار|تاريخ الاستحقاق|حالة الفاتورة|المنتج|الوصف|الكمية|سعر الوحدة|نسبة الخصم|نسبة الضريبة|الإجمالي|المتبقي|العملة',
    {
      invoice_number: 'رقم الفاتورة',
      customer_id: 'جهة الاتصال',
      invoice_date: 'تاريخ الإصدار',
      status: 'حالة الفاتورة',
      product_id: 'المنتج',
      price: 'سعر الوحدة',
      discount_percent: 'نسبة الخصم',
      tax_rate: 'نسبة الضريبة',
      total: 'الإجمالي',
      remaining_amount: 'المتبقي',
      quantity: 'الكمية',
      due_date: 'تاريخ الاستحقاق',
    },
  ],
]

const others: [string, ImportKindName, string, Record<string, string>][] = [
  [
    'journals of Odoo',
    'journal_entries',
    'Number|Date|Journal|Journal Items/Account|Journal Items/Partner|Journal Items/Label|Journal Items/Debit|Journal Items/Credit|Status',
    {
      journal_number: 'Number',
      journal_date: 'Date',
      account_id: 'Journal Items/Account',
      party: 'Journal Items/Partner',
      debit: 'Journal Items/Debit',
      credit: 'Journal Items/Credit',
      status: 'Status',
    },
  ],
  [
    'journals of ERPNext',
    'journal_entries',
    'ID|Entry Type|Posting Date|Account (Accounting Entries)|Debit (Accounting Entries)|Credit (Accounting Entries)|Party (Accounting Entries)',
    {
      journal_number: 'ID',
      journal_date: 'Posting Date',
      account_id: 'Account (Accounting Entries)',
      debit: 'Debit (Accounting Entries)',
      credit: 'Credit (Accounting Entries)',
    },
  ],
  [
    'the journal of QuickBooks',
    'journal_entries',
    '|Date|Transaction Type|Num|Name|Memo/Description|Account|Debit|Credit',
    {
      journal_number: 'Num',
      journal_date: 'Date',
      account_id: 'Account',
      debit: 'Debit',
      credit: 'Credit',
      party: 'Name',
      description: 'Memo/Description',
    },
  ],
  [
    'manual journals of Xero',
    'journal_entries',
    '*Narration|*Date|Description|*AccountCode|*TaxRate|*Amount',
    { journal_date: '*Date', account_id: '*AccountCode', net_amount: '*Amount' },
  ],
  [
    'the chart of Zoho Books',
    'accounts',
    'Account ID|Account Name|Account Code|Description|Account Type|Currency|Parent Account|Account Status',
    { number: 'Account Code', name: 'Account Name', account_type: 'Account Type', parent_id: 'Parent Account' },
  ],
  [
    'the chart of Odoo',
    'accounts',
    'Code|Account Name|Type|Allow Reconciliation',
    { number: 'Code', name: 'Account Name', type: 'Type' },
  ],
  [
    'the chart of Xero',
    'accounts',
    '*Code|*Name|*Type|*Tax Code|Description',
    { number: '*Code', name: '*Name', type: '*Type' },
  ],
  [
    'items of Zoho Books',
    'products',
    'Item ID|Item Name|SKU|Description|Rate|Account|Account Code|Taxable|Tax Name|Tax Percentage|Product Type|Purchase Rate|Purchase Account|Usage unit|Item Type|Status|Stock On Hand',
    {
      name: 'Item Name',
      sale_price: 'Rate',
      product_type_id: 'Product Type',
      purchase_price: 'Purchase Rate',
      unit_id: 'Usage unit',
      expense_account_id: 'Purchase Account',
      apply_tax: 'Taxable',
    },
  ],
  [
    'products of Odoo',
    'products',
    'External ID|Name|Internal Reference|Barcode|Product Type|Sales Price|Cost|Product Category|Unit of Measure|Customer Taxes',
    {
      code: 'Internal Reference',
      name: 'Name',
      barcodes: 'Barcode',
      sale_price: 'Sales Price',
      purchase_price: 'Cost',
      product_category_id: 'Product Category',
      unit_id: 'Unit of Measure',
      product_type_id: 'Product Type',
    },
  ],
  [
    'customer payments of Zoho Books',
    'income_payments',
    'CustomerPayment ID|Mode|Customer ID|Description|Exchange Rate|Amount|Unused Amount|Reference Number|Currency Code|Payment Number|Customer Name|Payment Type|Date|Deposit To|Amount Applied to Invoice|Invoice Number|Invoice Date',
    {
      payment_number: 'Payment Number',
      payment_date: 'Date',
      customer_id: 'Customer Name',
      payment_method_id: 'Mode',
      amount: 'Amount',
      reference_id: 'Invoice Number',
      reference_amount: 'Amount Applied to Invoice',
      currency_id: 'Currency Code',
      exchange_rate: 'Exchange Rate',
    },
  ],
  [
    'payments of Odoo',
    'expense_payments',
    'Date|Number|Journal|Payment Method|Vendor|Amount|Memo|Status',
    { payment_number: 'Number', payment_date: 'Date', supplier_id: 'Vendor', amount: 'Amount', status: 'Status' },
  ],
  [
    'ageing detail of QuickBooks',
    'opening_receivables',
    'Date|Transaction Type|Num|Customer|Due Date|Amount|Open Balance',
    { customer_id: 'Customer', number: 'Num', due_date: 'Due Date', amount: 'Open Balance' },
  ],
  [
    'ageing detail of Zoho Books',
    'opening_receivables',
    'Date|Transaction#|Type|Status|Customer Name|Age|Amount|Balance Due',
    { customer_id: 'Customer Name', number: 'Transaction#', amount: 'Balance Due' },
  ],
]

describe('the columns of customers as they are written by', () => {
  test.each(customers)('%s', (_, heads, expected) => expect(guessed('customers', list(heads))).toMatchObject(expected))
})
describe('the columns of invoices as they are written by', () => {
  test.each(invoices)('%s', (_, heads, expected) => expect(guessed('invoices', list(heads))).toMatchObject(expected))
})
describe('the columns of', () => {
  test.each(others)('%s', (_, kind, heads, expected) => expect(guessed(kind, list(heads))).toMatchObject(expected))
})

test('a key of the database is no name, and a type of a customer is no customer', () => {
  expect(guessed('invoices', ['Customer ID', 'Partner/External ID', 'Item ID'])).toEqual({})
  expect(guessed('customers', ['Customer Email', 'Customer Group'])).toEqual({ email: 'Customer Email' })
})
test('the heads are found below titles, and above the rows', () => {
  const rows = [
    ['شركة الأفق'],
    ['ميزان المراجعة', '', 'كما في 31/01/2026'],
    [],
    ['الحساب', 'مدين', 'دائن'],
    ['نقد', '5', ''],
  ]
  expect(headRowOf(rows, known('opening_lines'))).toBe(3)
})
test('no word of a kind is said twice', () => {
  for (const kind of ['invoices', 'customers', 'journal_entries'] as const)
    for (const { key, heads } of importKindOf(kind).columns) expect(new Set(heads).size, key).toBe(heads.length)
})
