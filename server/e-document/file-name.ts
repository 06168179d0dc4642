import type { IssuedEInvoice } from '#contract/e-invoice/model.ts'

type NamedInvoice = Pick<IssuedEInvoice, 'issue_date' | 'issue_time' | 'number' | 'seller'>

/** `<VAT number>_<date>T<time>_<number>.xml`, as the standard names what is stored or handed over (X12 14). */
export function eInvoiceFileName({ seller, issue_date, issue_time, number }: NamedInvoice): string {
  const time = `${issue_date.replaceAll('-', '')}T${issue_time.replace(/\D/g, '')}`
  return `${seller.vat_number}_${time}_${number.replace(/[^\p{L}\p{N}]/gu, '-')}.xml`
}
