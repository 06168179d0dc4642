import type { z } from 'zod'
import type { Side } from '#contract/documents/sides.ts'
import { amountInArabic, withoutVowelMarks } from '#contract/paper/amount-in-arabic.ts'
import { amountInEnglish } from '#contract/paper/amount-in-english.ts'
import { payments } from '#contract/payments.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import {
  fact,
  figureText,
  moneyText,
  ownCurrency,
  paperColumns,
  paperHead,
  rateText,
} from '#server/paper-kit/paper-parts.ts'
import { bilingual } from '#server/paper-kit/printed-document.ts'
import { readPayment } from '#server/payments/read-payment.ts'
import type { PdfPaper } from '#server/pdf/paper.ts'

type Voucher = z.output<(typeof payments)['sales']['record']> & {
  withheld?: number
  withholding_borne?: boolean
  [party: string]: unknown
}

/** A receipt or payment voucher: payer, payee, amount and purpose. */
export async function voucherPaper(context: Context, side: Side, id: number): Promise<PdfPaper> {
  const record = payments[side.name].record.parse(await readPayment(context, side, id)) as Voucher
  const say = bilingual(context.services.words)
  const [own, head] = await Promise.all([ownCurrency(context), paperHead(context, record.organization)])
  const { currency, references } = record
  const withheld = record.withheld ?? 0
  // The amount the signer received: withheld tax is not included, and tax that we bear is on top of it.
  const handed = decimal(record.amount).minus(record.withholding_borne ? 0 : withheld)
  const rate = rateText(currency, record.exchange_rate, own)
  const party = record[side.party] as { name: string; name_en: string | null }
  const number = (row: object, name: string) => (row as Record<string, string>)[name] ?? ''
  return {
    ...head,
    title: say(`sheet.titles.${record.is_void ? 'void_voucher' : side.payment}`),
    number: record.payment_number,
    created_at: record.payment_date,
    blocks: [{ title: say(`sheet.${side.payment}_party`), name: party.name, name_en: party.name_en, facts: [] }],
    facts: [
      fact(say, 'payment_number', record.payment_number),
      fact(say, 'payment_date', record.payment_date),
      fact(say, 'payment_method', record.payment_method.name),
      fact(say, 'amount', moneyText(record.amount, currency)),
      ...(withheld > 0 && record.withholding_borne ? [fact(say, 'withheld_borne', moneyText(withheld, currency))] : []),
      ...(withheld > 0 && !record.withholding_borne
        ? [fact(say, 'withheld', moneyText(withheld, currency)), fact(say, 'paid_net', moneyText(handed, currency))]
        : []),
      ...(rate ? [fact(say, 'exchange_rate', rate), fact(say, 'amount_base', moneyText(record.amount_base, own))] : []),
    ],
    ...(references.length > 0 && {
      columns: paperColumns(say, [side.numberField, side.dateField, 'document_total', 'paid_here'], {
        figures: ['document_total', 'paid_here'],
        share: [side.numberField],
      }),
      rows: references.map((row) => [
        number(row, side.numberField),
        number(row, side.dateField),
        figureText(row.total, currency.decimals),
        figureText(row.amount, currency.decimals),
      ]),
    }),
    words: {
      ar: withoutVowelMarks(amountInArabic({ value: handed, currency })),
      en: amountInEnglish({ value: handed, currency }),
    },
    notes: record.printed.notes ? [{ label: say('sheet.notes_label'), value: record.printed.notes }] : [],
    signatures: [say('sheet.receiver'), say('sheet.accountant')],
  }
}
