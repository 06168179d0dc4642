import { inflateSync } from 'node:zlib'
import { decimal, text } from '#ledger/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { readQr } from '#server/e-document/qr.ts'
import { readDay } from '#server/imports/values/days.ts'
import { readFigure } from '#server/imports/values/figures.ts'
import { noSeller, type PaperFacts } from './paper-facts.ts'
import { readInvoiceXml } from './read-invoice-xml.ts'

export type ReadPaper = { format: 'xml' | 'pdf' | 'code'; facts: PaperFacts }

/** A supplier's file: an e-invoice, or a PDF that holds one. */
export function readSupplierPaper(data: Uint8Array, field: string): ReadPaper {
  const bytes = Buffer.from(data)
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    for (const file of embeddedFiles(bytes)) {
      const facts = readInvoiceXml(file)
      if (facts) return { format: 'pdf', facts }
    }
    throw new Refusal('paper_without_xml', { field })
  }
  const facts = readInvoiceXml(bytes.toString('utf8'))
  if (!facts) throw new Refusal('paper_not_readable', { field })
  return { format: 'xml', facts }
}

const streamsMaximum = 2_000
const inflatedMaximum = 20_000_000

/** The streams of a PDF that are XML: its embedded files are plain or deflated. */
function* embeddedFiles(pdf: Buffer): Generator<string> {
  let at = 0
  for (let count = 0; count < streamsMaximum; count++) {
    const start = pdf.indexOf('stream', at)
    if (start < 0) return
    const begin = start + 'stream'.length + (pdf[start + 6] === 0x0d ? 2 : 1)
    const end = pdf.indexOf('endstream', begin)
    if (end < 0) return
    at = end + 'endstream'.length
    const content = contentOf(pdf.subarray(begin, end))
    if (/^\s*(\uFEFF)?<(\?xml|[\w-]+:?Invoice)/.test(content.slice(0, 200))) yield content
  }
}

function contentOf(stream: Buffer): string {
  const head = stream.subarray(0, 5).toString('latin1')
  if (head.trimStart().startsWith('<')) return stream.toString('utf8')
  try {
    return inflateSync(stream, { maxOutputLength: inflatedMaximum }).toString('utf8')
  } catch {
    // A picture, a font, or a stream of another filter.
    return ''
  }
}

/** The text of the code on a paper: seller, VAT number, time, total, tax. One row is all that is known of what was bought. */
export function readCode(code: string, field: string): ReadPaper {
  const fields = readQr(code.trim())
  const at = (tag: number) => fields?.find((one) => one.tag === tag)?.value.toString('utf8')
  const total = readFigure(at(4) ?? '')
  const tax = readFigure(at(5) ?? '')
  if (!fields || total === null || tax === null) throw new Refusal('paper_code_unreadable', { field })
  const net = text(decimal(total).minus(tax))
  const rate = decimal(tax).eq(0) ? '0' : '15'
  return {
    format: 'code',
    facts: {
      ...{ number: null, date: readDay((at(3) ?? '').slice(0, 10)), due_date: null, type_code: null, currency: 'SAR' },
      seller: { ...noSeller, name: at(1) ?? null, vat_number: at(2) ?? null },
      buyer_vat_number: null,
      rows: [{ name: '', code: null, quantity: '1', price: net, discount: null, tax_rate: rate, amount: net }],
      ...{ discount: null, subtotal: net, tax, total, digest_holds: null, stamp_holds: null },
    },
  }
}
