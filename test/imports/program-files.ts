import { csv, html, type Row, spreadsheetXml, xlsx } from './table-files.ts'

// What a company of invented names brings from each program: its heads, its ways of writing, its faults.

/** The invoices of a program as a file, and what the books have of it. */
export type ProgramInvoices = {
  kind: string
  content: string | Buffer | Promise<Buffer>
  /** Number and total of what is posted, in the order of the numbers. */
  expected: readonly (readonly [number: string, total: number])[]
  /** Rows that are left out. */
  skipped: number
  notes?: readonly string[]
}

/** Rows of cells between bars. `YYYY` is the present year. */
const table = (text: string): Row[] =>
  text
    .replaceAll('YYYY', String(new Date().getFullYear()))
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))

/** As a workbook stores them: figures, days and empty cells have types of their own. */
const typed = (rows: readonly Row[]): Row[] =>
  rows.map((row) =>
    row.map((cell) => {
      const written = String(cell)
      if (written === '') return null
      if (/^\d{4}-\d{2}-\d{2}$/.test(written)) return new Date(`${written}T00:00:00Z`)
      return /^\d+(\.\d+)?$/.test(written) ? Number(written) : written
    }),
  )

/** Every row repeats the head; one is paid in part, one has prices with tax, one a foreign currency. */
export const zohoInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: csv(
    table(`
Invoice Date|Invoice ID|Invoice Number|Invoice Status|Customer ID|Customer Name|Is Inclusive Tax|Due Date|Currency Code|Exchange Rate|Entity Discount Percent|Entity Discount Amount|Item Name|Item Desc|Quantity|Item Price|Discount|Discount Amount|Item Tax|Item Tax %|Total|Balance
YYYY-01-31|4601|INV-000001|PartiallyPaid|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|0.00|Chair|Black|2.00|450.00||0.00|Standard Rate|15.00|1,437.50|437.50
YYYY-01-31|4601|INV-000001|PartiallyPaid|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|0.00|Visit||1.00|400.00||50.00|Standard Rate|15.00|1,437.50|437.50
YYYY-01-31|4602|INV-000002|Sent|46|Horizon Trading Co.|true|YYYY-02-28|SAR|1.00|0.00|0.00|Chair||1.00|230.00||0.00|Standard Rate|15.00|230.00|230.00
YYYY-01-31|4603|INV-000003|Paid|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|0.00|Visit||1.00|100.00||0.00|Zero Rate|0.00|100.00|0.00
YYYY-01-31|4604|INV-000004|Void|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|0.00|Visit||1.00|900.00||0.00|Standard Rate|15.00|1035.00|0.00
YYYY-01-31|4605|INV-000005|Draft|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|0.00|Visit||1.00|70.00||0.00|Standard Rate|15.00|80.50|80.50
YYYY-01-31|4606|INV-000006|Overdue|46|Horizon Trading Co.|false|YYYY-02-28|USD|3.75|0.00|0.00|Visit||1.00|100.00||0.00|Standard Rate|15.00|115.00|115.00
YYYY-01-31|4607|INV-000007|Sent|46|Horizon Trading Co.|false|YYYY-02-28|SAR|1.00|0.00|20.00|Visit||1.00|120.00||0.00|Standard Rate|15.00|115.00|115.00
`),
  ),
  expected: [
    ['INV-000001', 1437.5],
    ['INV-000002', 230],
    ['INV-000003', 100],
    ['INV-000006', 115],
    ['INV-000007', 115],
  ],
  skipped: 2,
  notes: ['import_paid_before', 'import_paid_before'],
}

/** One-to-many rows: the cells of the head are empty in the rows that follow; a section is a text on its own. */
export const odooInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: xlsx({
    sheets: {
      Sheet1: typed(
        table(`
Number|Invoice Partner Display Name|Invoice/Bill Date|Due Date|Invoice lines/Product|Invoice lines/Label|Invoice lines/Quantity|Invoice lines/Unit Price|Invoice lines/Discount (%)|Invoice lines/Taxes|Total|Amount Due|Status
INV/0001|Horizon Trading Co., Sami Harbi|YYYY-02-05|YYYY-03-05|[P-1] Chair|Chair|2|450|10|VAT 15%|1391.5|1391.5|Posted
|||||Services|||||||
||||Visit|On site|1|400||VAT 15%|||
/|Horizon Trading Co.|YYYY-02-05||Visit||1|99||VAT 15%|113.85|113.85|Draft
INV/0002|Horizon Trading Co.|YYYY-02-06|YYYY-03-06|Visit||1|80||Exempt|80|80|Posted
`),
      ),
    },
  }),
  expected: [
    ['INV/0001', 1391.5],
    ['INV/0002', 80],
  ],
  skipped: 2,
}

export const erpnextInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: csv(
    table(`
ID|Customer|Date|Payment Due Date|Grand Total|Outstanding Amount|docstatus|Item (Items)|Quantity (Items)|Rate (Items)|Tax Rate
ACC-SINV-00001|Horizon Trading Co.|05-02-YYYY||1,035.00|1,035.00|1|P-1|2|450.00|15.0
ACC-SINV-00002|Horizon Trading Co.|07-02-YYYY||115.00|0.00|2|S-1|1|100.00|15.0
ACC-SINV-00003|Horizon Trading Co.|25-02-YYYY||287.50|287.50|1|S-1|1|50.00|15.0
|||||||P-1|2|100.00|15.0
`),
  ),
  expected: [
    ['ACC-SINV-00001', 1035],
    ['ACC-SINV-00003', 287.5],
  ],
  skipped: 1,
}

export const xeroInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: csv(
    table(`
*ContactName|EmailAddress|*InvoiceNumber|Reference|*InvoiceDate|*DueDate|InventoryItemCode|*Description|*Quantity|*UnitAmount|*AccountCode|*TaxType|Total|InvoiceAmountDue|Status
Horizon Trading Co.||X-1||14/02/YYYY|28/02/YYYY|P-1|Chair|1|200.00|200|15% (VAT on Sales)|230.00|230.00|Awaiting Payment
Horizon Trading Co.||X-2||15/02/YYYY|28/02/YYYY|S-1|Visit|1|60.00|200|Zero Rated|60.00|60.00|Awaiting Payment
Horizon Trading Co.||X-3||15/02/YYYY|28/02/YYYY|S-1|Visit|1|60.00|200|Zero Rated|60.00|60.00|Awaiting Approval
`),
  ),
  expected: [
    ['X-1', 230],
    ['X-2', 60],
  ],
  skipped: 1,
}

/** A report of QuickBooks: an empty first column, titles, months first, totals and a note below. */
export const quickbooksInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: xlsx({
    sheets: {
      'Invoice list': table(`
Invented Company
Invoices by customer
January - February YYYY
|Date|Num|Customer|Due date|Product/Service|Qty|Rate|Tax|Total
Horizon Trading Co.
|01/15/YYYY|1001|Horizon Trading Co.|02/14/YYYY|Furniture:Chair|1|450.00|15%|517.50
|02/03/YYYY|1002|Horizon Trading Co.|03/05/YYYY|Visit|2|100.00|15%|230.00
Total for Horizon Trading Co.||||||3|||747.50
TOTAL||||||3|||747.50
Saturday, February 28, YYYY 10:15 AM GMT+03:00 - Accrual basis
`),
    },
  }),
  expected: [
    ['1001', 517.5],
    ['1002', 230],
  ],
  skipped: 4,
}

/** A sheet of an accountant in Arabic: titles, Arabic digits and signs, totals, notes, a list on a sheet before. */
export const arabicInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: xlsx({
    sheets: {
      قوائم: [['الحالات'], ['مدفوعة'], ['مسودة']],
      الفواتير: table(`
فواتير المبيعات للربع الأول
رقم الفاتوره|اسم العميل|تاريخ الفاتورة|الصنف|الكمية|سعر الوحدة|الضريبة|الاجمالي|الحالة
٢٠٠١|\u200fشركة الأفـــق للتجارة\u200f|٠٥/٠٢/YYYY|كرسي|٢|٤٥٠٫٠٠ ر.س|ضريبة القيمة المضافة ١٥٪|١٬٠٣٥٫٠٠ ر.س|غير مدفوعة
٢٠٠٢|شركه الافق للتجاره|٠٦/٠٢/YYYY|زيارة|١|١٠٠|معفاة|١٠٠|مدفوعة
٢٠٠٣|شركة الأفق للتجارة|٠٧/٠٢/YYYY|زيارة|١|١٠٠|١٥٪|١١٥|ملغاة
الإجمالي||||٤|||١٬٢٥٠٫٠٠|
ملاحظة: الأسعار بالريال السعودي
`),
    },
  }),
  expected: [
    ['2001', 1035],
    ['2002', 100],
  ],
  skipped: 3,
  notes: ['import_paid_before'],
}

/** A page named .xls: a discount with its sign, letters of the tax category. */
export const qoyodInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: html(
    table(`
رقم الفاتورة|جهة الاتصال|تاريخ الإصدار|تاريخ الاستحقاق|المنتج|الكمية|سعر الوحدة|الخصم|الضريبة|الإجمالي
INV-1|شركة الأفق للتجارة|YYYY-02-05|YYYY-03-05|كرسي|1|1,000.00|10%|S|1,035.00
INV-2|شركة الأفق للتجارة|YYYY-02-05|YYYY-03-05|زيارة|1|100.00||Z|100.00
INV-3|شركة الأفق للتجارة|YYYY-02-05|YYYY-03-05|زيارة|1|100.00||ضريبة القيمة المضافة 15%|115.00
`),
  ),
  expected: [
    ['INV-1', 1035],
    ['INV-2', 100],
    ['INV-3', 115],
  ],
  skipped: 0,
}

/** XML Spreadsheet, with rates as a spreadsheet stores them. */
export const daftraInvoices: ProgramInvoices = {
  kind: 'invoices',
  content: spreadsheetXml(
    table(`
Invoice No.|Client Name|Date|Item|Qty|Unit Price|Tax 1|Total|Status
000010|Horizon Trading Co.|20/02/YYYY|Chair|1|300|0.15|345|Unpaid
000011|Horizon Trading Co.|21/02/YYYY|Visit|3|33.33|0.15|114.99|Partially paid
`),
  ),
  expected: [
    ['000010', 345],
    ['000011', 114.99],
  ],
  skipped: 0,
  notes: ['import_partly_paid'],
}
