import { decimal, ratio, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { readQr } from '#server/e-document/qr.ts'
import { readDay } from '#server/reading/values/days.ts'
import { readFigure } from '#server/reading/values/figures.ts'
import { embeddedFiles, isPdf, xmlText } from './embedded-files.ts'
import { noSeller, type PaperFacts, type PaperRow } from './paper-facts.ts'
import { readInvoiceXml } from './read-invoice-xml.ts'

export type ReadPaper = { format: 'xml' | 'pdf' | 'code'; facts: PaperFacts }

/** A supplier's file: an e-invoice, or a PDF that holds one. */
export function readSupplierPaper(data: Uint8Array, field: string): ReadPaper {
  const bytes = Buffer.from(data)
  if (isPdf(bytes)) {
    for (const file of embeddedFiles(bytes)) {
      const facts = readInvoiceXml(file)
      if (facts) return { format: 'pdf', facts }
    }
    throw new Refusal('paper_without_xml', { field })
  }
  const facts = readInvoiceXml(xmlText(bytes) ?? '')
  if (!facts) throw new Refusal('paper_not_readable', { field })
  return { format: 'xml', facts }
}

/** The text of the code on a paper: seller, VAT number, time, total, tax. Nothing else is known of what was bought. */
export function readCode(code: string, field: string): ReadPaper {
  const fields = readQr(plainCode(code))
  const at = (tag: number) =>
    fields
      ?.find((one) => one.tag === tag)
      ?.value.toString('utf8')
      .trim()
  const total = readFigure(at(4) ?? '')
  const tax = readFigure(at(5) ?? '')
  if (!fields || total === null || tax === null || decimal(tax).gt(total) || decimal(tax).lt(0))
    throw new Refusal('paper_code_unreadable', { field })
  const time = at(3) ?? ''
  return {
    format: 'code',
    facts: {
      number: null,
      date: readDay(time) ?? readDay(time.slice(0, 10)),
      due_date: null,
      type_code: null,
      seller: { ...noSeller, name: at(1) || null, vat_number: at(2) || null },
      currency: 'SAR',
      buyer_vat_number: null,
      rows: codeRows(total, tax),
      discount: null,
      subtotal: text(decimal(total).minus(tax)),
      tax,
      total,
      digest_holds: null,
      stamp_holds: null,
    },
  }
}

/** A scanner may break the text into lines, and some write the other alphabet of base64. */
export const plainCode = (code: string): string => code.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')

const rate = 15
/** A halala for each of the issuer's roundings. */
const tolerance = '0.05'

/** One row at the standard rate; where the tax is less than that, the rest has none. */
function codeRows(total: string, tax: string): PaperRow[] {
  const net = decimal(total).minus(tax)
  const taxed = ratio(tax, 100, rate, 2)
  const isWhole = taxed.minus(net).abs().lte(tolerance)
  const row = (amount: string, tax_rate: string): PaperRow => ({
    name: '',
    code: null,
    quantity: '1',
    price: amount,
    discount: null,
    tax_rate,
    amount,
  })
  if (decimal(tax).eq(0)) return [row(text(net), '0')]
  if (isWhole || taxed.gt(net)) return [row(text(net), String(rate))]
  return [row(text(taxed), String(rate)), row(text(net.minus(taxed)), '0')]
}
