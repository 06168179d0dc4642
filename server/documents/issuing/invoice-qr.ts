import { decimal, text } from '#ledger/money.ts'
import { timeInRiyadh } from '#server/core/context.ts'

type Seller = { name: string; tax_number: string | null }
type Invoice = {
  is_tax_invoice: boolean
  document_date: string
  posted_at: Date | null
  total_base: string
  tax_base: string
}

/**
 * The five fields every Saudi tax invoice carries in its QR code: seller, VAT number, time, total with VAT, VAT;
 * each as tag, length in bytes, UTF-8 value; the whole in base64 (ZATCA, phase 1). The time is the day of the invoice and the
 * clock in Riyadh when it was issued. Null if the document is not a tax invoice: it must not look like one.
 */
export function invoiceQr(seller: Seller, invoice: Invoice): string | null {
  if (!invoice.is_tax_invoice || seller.tax_number === null || invoice.posted_at === null) return null
  const time = `${invoice.document_date}T${timeInRiyadh(invoice.posted_at)}`
  const inRiyals = (amount: string) => text(decimal(amount), 2)
  const values = [seller.name, seller.tax_number, time, inRiyals(invoice.total_base), inRiyals(invoice.tax_base)]
  return Buffer.concat(values.map((value, index) => field(index + 1, value))).toString('base64')
}

function field(tag: number, value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8')
  // A length is one byte: a longer name is cut between characters, never inside one.
  const kept =
    bytes.length <= 255
      ? bytes
      : Buffer.from(
          new TextDecoder('utf-8', { fatal: false }).decode(bytes.subarray(0, 252)).replace(/\uFFFD+$/, ''),
          'utf8',
        )
  return Buffer.concat([Buffer.from([tag, kept.length]), kept])
}
