import type { z } from 'zod'
import type { documents } from '#contract/documents/document-calls.ts'
import type { Side } from '#contract/documents/sides.ts'
import { addressLine } from '#contract/fields/national-address.ts'
import { amountInArabic } from '#contract/paper/amount-in-arabic.ts'
import { amountInEnglish } from '#contract/paper/amount-in-english.ts'
import { documentTitle } from '#contract/paper/document-title.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { printedMemo } from '#contract/paper/printed-memo.ts'
import { printedExemptions, taxBreakdown } from '#contract/paper/printed-taxes.ts'
import { decimal } from '#ledger/money.ts'
import type { Words } from '#server/core/locale.ts'
import type { Bilingual, PdfPaper } from '#server/pdf/paper.ts'

type DocumentAnswer = z.output<(typeof documents)['invoice']['record']>
type Party = DocumentAnswer['customer'] & Partial<Record<string, string | null>>
/** The organisation's own currency. */
export type Own = { code: string; decimals: number }
type Said = (key: string) => Bilingual

/** A label of the printed papers in both languages. */
export const bilingual =
  (words: Words): Said =>
  (key) => ({ ar: words.say('ar', `paper:${key}`), en: words.say('en', `paper:${key}`) })

/** An invoice, advance invoice or bill as its printed page says it, from what its read call answers. */
export function documentPaper(words: Words, side: Side, record: DocumentAnswer, own: Own): PdfPaper {
  const say = bilingual(words)
  const fields = record as unknown as Record<string, string>
  const party = ((record as unknown as Record<string, Party>)[side.party] ?? record.customer) as Party
  const { currency, organization, branch } = record
  const { number = '' } = { number: fields[side.numberField] }
  const isForeign = currency.code !== own.code
  const isTaxed = record.is_tax_invoice
  const notes = record.printed ? record.printed.notes : record.notes
  const title = documentTitle({
    ...{ document: side.document, is_void: record.is_void, status: record.status, isTaxed },
    audience: record.audience,
    hasBuyerNumber: Boolean(party.tax_number),
  })
  const rate = isForeign
    ? [{ label: say('sheet.exchange_rate'), value: `1 ${currency.code} = ${record.exchange_rate} ${own.code}` }]
    : []
  const dates = [side.numberField, side.dateField, 'due_date'].map((name) => ({
    label: say(`sheet.${name}`),
    value: fields[name] ?? '',
  }))
  const time =
    side.name === 'sales' && record.issue_time ? [{ label: say('sheet.issue_time'), value: record.issue_time }] : []
  const company = {
    ...{
      ...branch,
      ...organization,
      address: branch.address ?? addressLine(organization) ?? organization.address ?? null,
    },
    commercial_registration: branch.commercial_registration ?? organization.commercial_registration,
  }
  return {
    title: say(`sheet.titles.${isTaxed && !record.is_issued && !record.is_void ? 'not_issued' : title}`),
    number,
    created_at: fields[side.dateField] ?? '',
    organization: { name: organization.name, name_en: organization.name_en },
    blocks: [
      partyBlock(say, side.name === 'sales' ? 'seller' : 'buyer', company as unknown as Party),
      partyBlock(say, side.party, party),
    ],
    facts: [...dates, ...time, ...memoFacts(say, record), ...rate],
    ...itemsTable(say, record),
    totals: totalsOf(say, record, own),
    words: {
      ar: amountInArabic({ value: record.total, currency }),
      en: amountInEnglish({ value: record.total, currency }),
    },
    notes: [
      ...printedExemptions(record.taxes).map(({ ar, en }) => ({
        label: say('sheet.tax_treatment'),
        value: `${ar} · ${en}`,
      })),
      ...(notes ? [{ label: say('sheet.notes_label'), value: notes }] : []),
    ],
    ...(record.qr && record.issued_at && !record.is_void && record.status !== 'draft' && { qr: record.qr }),
  }
}

/** The rows as they are printed; the discount has a column where a row has one. */
function itemsTable(say: Said, { items, currency }: DocumentAnswer): Pick<PdfPaper, 'columns' | 'rows'> {
  const discounted = items.some((item) => item.discount > 0) ? (['discount'] as const) : ([] as const)
  return {
    columns: (
      ['line_number', 'item_name', 'quantity', 'price', ...discounted, 'net', 'tax_rate', 'tax', 'total'] as const
    ).map((name) => ({
      label: say(`sheet.${name}`),
      kind: name === 'item_name' ? ('text' as const) : ('figure' as const),
      width: name === 'item_name' ? ('share' as const) : ('content' as const),
    })),
    rows: items.map((item) => [
      String(item.line_number),
      withEnglish(item.item_name, item.item_name_en),
      { text: formatPlain(item.quantity), below: [item.unit, item.unit_en].filter(Boolean).join(' · ') },
      formatNumber(item.net_price, 6, currency.decimals),
      ...discounted.map(() => formatNumber(item.discount, currency.decimals)),
      formatNumber(item.net, currency.decimals),
      `${formatPlain(item.tax_rate)}%`,
      formatNumber(item.tax, currency.decimals),
      formatNumber(item.total, currency.decimals),
    ]),
  }
}

const memoFacts = (say: Said, record: DocumentAnswer): PdfPaper['facts'] =>
  printedMemo(record).map(([name, value]) => {
    const means = name === 'payment_means' ? say(`sheet.means.${value}`) : null
    return { label: say(`sheet.${name}`), value: means ? `${means.ar} · ${means.en}` : value }
  })

const withEnglish = (name: string, name_en: string | null) =>
  name_en && name_en !== name ? { text: name, below: name_en } : name

const lines = [
  'address',
  'phone',
  'mobile',
  'email',
  'tax_number',
  'commercial_registration',
  'identifier_value',
] as const

function partyBlock(say: Said, title: string, party: Party): PdfPaper['blocks'][number] {
  return {
    title: say(`sheet.${title}`),
    name: party.name,
    name_en: party.name_en && party.name_en !== party.name ? party.name_en : null,
    facts: lines.flatMap((line) => {
      const value = party[line]
      return value ? [{ label: say(`sheet.${line}`), value }] : []
    }),
  }
}

function totalsOf(say: Said, record: DocumentAnswer, own: Own): PdfPaper['totals'] {
  const { currency } = record
  const money = (value: number | ReturnType<typeof decimal>, code = currency.code, decimals = currency.decimals) =>
    `${formatNumber(value, decimals)} ${code}`
  const due = decimal(record.total).minus(record.deducted ?? 0)
  return [
    ...(record.discount > 0
      ? [
          { label: say('totals.rows'), value: money(decimal(record.subtotal).plus(record.discount)) },
          { label: say('totals.discount'), value: money(-record.discount) },
        ]
      : []),
    ...taxBreakdown(record.taxes).map(({ category, rate, base }) => {
      const { ar, en } = say(`sheet.categories.${category}`)
      return { label: { ar: `${ar} ${formatPlain(rate)}%`, en }, value: money(base) }
    }),
    { label: say('totals.subtotal'), value: money(record.subtotal) },
    { label: say('totals.tax'), value: money(record.tax) },
    { label: say('totals.total'), value: money(record.total), isGrand: true },
    ...(record.deductions ?? []).map(({ number, total }) => ({
      label: { ar: `${say('sheet.deducted').ar} ${number}`, en: say('sheet.deducted').en },
      value: money(-total),
    })),
    ...(currency.code === own.code
      ? []
      : [
          { label: say('totals.tax_base'), value: money(record.tax_base, own.code, own.decimals) },
          { label: say('totals.total_base'), value: money(record.total_base, own.code, own.decimals) },
        ]),
    ...(record.written_off ? [{ label: say('sheet.written_off'), value: money(record.written_off) }] : []),
    ...((record.deductions ?? []).length > 0 ? [{ label: say('sheet.due'), value: money(due), isGrand: true }] : []),
  ]
}
