import type { z } from 'zod'
import type { documents } from '#contract/documents/document-calls.ts'
import type { documentRecord } from '#contract/documents/document-record.ts'
import { fieldOf, type Side } from '#contract/documents/sides.ts'
import { registrationOf } from '#contract/e-invoice-mapping/e-invoice-parties.ts'
import { printedAddress } from '#contract/fields/national-address.ts'
import { registrationLabel } from '#contract/fields/registration.ts'
import type { partyAnswer } from '#contract/heads.ts'
import { amountInArabic, withoutVowelMarks } from '#contract/paper/amount-in-arabic.ts'
import { amountInEnglish } from '#contract/paper/amount-in-english.ts'
import { documentTitle } from '#contract/paper/document-title.ts'
import { formatNumber, formatPlain } from '#contract/paper/format-number.ts'
import { moneyText } from '#contract/paper/money-text.ts'
import { printedMemo, wordsOfMemo } from '#contract/paper/printed-memo.ts'
import { printedExemptions, selfAssessedTaxes, taxBreakdown } from '#contract/paper/printed-taxes.ts'
import { decimal } from '#ledger/money.ts'
import type { Words } from '#server/core/locale.ts'
import type { Bilingual, PdfCell, PdfPaper } from '#server/pdf/paper.ts'

type DocumentAnswer = z.output<(typeof documents)['invoice']['record']>
/** The common parts of invoices, bills and notes on paper. */
export type PaperRecord = z.output<z.ZodObject<typeof documentRecord>>
type Party = z.output<typeof partyAnswer> & Partial<Record<string, string | null>>
/** The organisation's own currency. */
export type Own = { code: string; decimals: number }
export type PaperWords = (key: string) => Bilingual
/** The heading of a kind of document on paper. `title` is a key of `paper:sheet.titles`. */
export type PaperHead = {
  side: Side
  party: Party
  title: string
  number: string
  date: string
  facts: PdfPaper['facts']
}

/** A label of the printed papers in both languages. */
export const bilingual =
  (words: Words): PaperWords =>
  (key) => ({ ar: words.say('ar', `paper:${key}`), en: words.say('en', `paper:${key}`) })

/** An invoice, advance invoice or bill as its printed page says it, from what its read call answers. */
export function documentPaper(words: Words, side: Side, record: DocumentAnswer, own: Own): PdfPaper {
  const say = bilingual(words)
  const party = (fieldOf<Party>(record, side.party) ?? record.customer) as Party
  const title = documentTitle({
    document: side.document,
    is_void: record.is_void,
    status: record.status,
    isTaxed: record.is_tax_invoice,
    audience: record.audience,
    hasBuyerNumber: Boolean(party.tax_number),
  })
  const facts = [side.numberField, side.dateField, 'due_date'].map((name) => ({
    label: say(`sheet.${name}`),
    value: (name === 'due_date' && record.printed?.due_date) || (fieldOf<string | null>(record, name) ?? ''),
  }))
  const number = fieldOf<string | null>(record, side.numberField) ?? ''
  const head = { side, party, title, number, date: fieldOf<string | null>(record, side.dateField) ?? '', facts }
  return { ...printedPaper(say, head, record, own), is_simplified: title === 'simplified' }
}

/** The paper below a head: both parties, rows, totals, the amount in words, remarks and QR code. */
export function printedPaper(say: PaperWords, head: PaperHead, record: PaperRecord, own: Own): PdfPaper {
  const { side, party, number } = head
  const { currency, organization } = record
  const notes = record.printed ? record.printed.notes : record.notes
  const isUnissued = record.is_tax_invoice && !record.is_issued && !record.is_void
  const rate =
    currency.code === own.code
      ? []
      : [{ label: say('sheet.exchange_rate'), value: `1 ${currency.code} = ${record.exchange_rate} ${own.code}` }]
  const time =
    side.name === 'sales' && record.issue_time ? [{ label: say('sheet.issue_time'), value: record.issue_time }] : []
  const isTrial = record.e_document !== null && record.e_document.environment !== 'production'
  const trial = isTrial ? [{ label: say('sheet.trial'), value: say('sheet.trial_value').ar }] : []
  return {
    title: say(`sheet.titles.${isUnissued ? 'not_issued' : head.title}`),
    number,
    created_at: head.date,
    organization: { name: organization.name, name_en: organization.name_en },
    blocks: [
      partyBlock(say, side.name === 'sales' ? 'seller' : 'buyer', companyOf(record)),
      partyBlock(say, side.party, party),
    ],
    facts: [...head.facts, ...time, ...trial, ...memoFacts(say, record), ...rate],
    ...itemsTable(say, record),
    totals: totalsOf(say, record, own),
    words: {
      ar: withoutVowelMarks(amountInArabic({ value: record.total, currency })),
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

/** The organisation as one party; its branch has its own address and commercial registration. */
export function companyOf({ organization, branch }: Pick<PaperRecord, 'organization' | 'branch'>): Party {
  const address = branch.address ?? printedAddress(organization)
  const { commercial_registration, registration_scheme } = registrationOf({ organization, branch })
  // The head of the paper has the English name.
  const own = { name_en: null, address, commercial_registration, registration_scheme }
  // An organization without the parts that only customers and suppliers have, and no paper prints.
  return { ...branch, ...organization, ...own } as unknown as Party
}

/** The rows as they are printed; the discount has a column where a row has one. */
function itemsTable(say: PaperWords, { items, currency }: PaperRecord): Pick<PdfPaper, 'columns' | 'rows'> {
  const discounted = items.some((item) => item.discount > 0) ? (['discount'] as const) : ([] as const)
  return {
    columns: (
      [
        'line_number',
        'item_name',
        'quantity',
        'unit',
        'price',
        ...discounted,
        'net',
        'tax_rate',
        'tax',
        'total',
      ] as const
    ).map((name) => ({
      label: say(`sheet.${name}`),
      kind: name === 'item_name' || name === 'unit' ? ('text' as const) : ('figure' as const),
      width: name === 'item_name' ? ('share' as const) : ('content' as const),
    })),
    rows: items.map((item) => [
      String(item.line_number),
      namesWithLots(item.item_name, item.item_name_en, item.lots),
      formatPlain(item.quantity),
      twoNames(item.unit ?? '', item.unit_en),
      formatNumber(item.net_price, 6, currency.decimals),
      ...discounted.map(() => formatNumber(item.discount, currency.decimals)),
      formatNumber(item.net, currency.decimals),
      `${formatPlain(item.tax_rate)}%`,
      formatNumber(item.tax, currency.decimals),
      formatNumber(item.total, currency.decimals),
    ]),
  }
}

const memoFacts = (say: PaperWords, record: PaperRecord): PdfPaper['facts'] =>
  printedMemo(record).map(([name, value]) => {
    const words = wordsOfMemo[name]
    const label = words ? say(`sheet.${words}.${value}`) : null
    return { label: say(`sheet.${name}`), value: label ? `${label.ar} · ${label.en}` : value }
  })

/** Both names of an item, one below the other. */
export const twoNames = (name: string, name_en: string | null | undefined): PdfCell =>
  name_en && name_en !== name ? { text: name, below: name_en } : name

type PrintedLots = readonly { number: string; expires_on?: string | null | undefined; quantity: number }[] | null
/** A row with its batches or serial numbers below its names. */
export function namesWithLots(name: string, name_en: string | null | undefined, lots: PrintedLots): PdfCell {
  if (!lots || lots.length === 0) return twoNames(name, name_en)
  const stated = lots.map(({ number, expires_on, quantity }) =>
    [number, ...(expires_on ? [expires_on] : []), ...(quantity === 1 ? [] : [formatPlain(quantity)])].join(' · '),
  )
  return { text: name, below: [...(name_en && name_en !== name ? [name_en] : []), ...stated].join('\n') }
}

const lines = [
  'address',
  'phone',
  'mobile',
  'email',
  'tax_number',
  'commercial_registration',
  'identifier_value',
] as const

const labelOf = (line: (typeof lines)[number], party: Party) =>
  line === 'commercial_registration' ? registrationLabel(party) : line

export function partyBlock(say: PaperWords, title: string, party: Party): PdfPaper['blocks'][number] {
  return {
    title: say(`sheet.${title}`),
    name: party.name,
    name_en: party.name_en && party.name_en !== party.name ? party.name_en : null,
    facts: lines.flatMap((line) => {
      const value = party[line]
      return value ? [{ label: say(`sheet.${labelOf(line, party)}`), value }] : []
    }),
  }
}

function totalsOf(say: PaperWords, record: PaperRecord, own: Own): PdfPaper['totals'] {
  const { currency } = record
  const money = (value: number | ReturnType<typeof decimal>, code = currency.code, decimals = currency.decimals) =>
    moneyText(value, { code, decimals })
  const { retention = 0, retention_percent, deductions = [] } = record
  const due = decimal(record.total)
    .minus(record.deducted ?? 0)
    .minus(retention)
  return [
    ...(record.discount > 0
      ? [
          { label: say('totals.rows'), value: money(decimal(record.subtotal).plus(record.discount)) },
          { label: say('totals.discount'), value: money(-record.discount) },
        ]
      : []),
    ...taxBreakdown(record.taxes).map(({ category, rate, base }) => {
      return { label: percentLabel(say(`sheet.categories.${category}`), rate), value: money(base) }
    }),
    { label: say('totals.subtotal'), value: money(record.subtotal) },
    { label: say('totals.tax'), value: money(record.tax) },
    { label: say('totals.total'), value: money(record.total), isGrand: true },
    ...selfAssessedTaxes(record.taxes, currency.decimals).map(({ rate, amount }) => {
      return { label: percentLabel(say('totals.self_assessed'), rate), value: money(amount) }
    }),
    ...deductions.map(({ number, total }) => ({
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
    ...(retention > 0
      ? [{ label: percentLabel(say('sheet.retained'), retention_percent ?? 0), value: money(-retention) }]
      : []),
    ...(deductions.length > 0 || retention > 0
      ? [{ label: say(retention > 0 ? 'sheet.due_now' : 'sheet.due'), value: money(due), isGrand: true }]
      : []),
  ]
}

const percentLabel = ({ ar, en }: Bilingual, percent: Parameters<typeof formatPlain>[0]): Bilingual => ({
  ar: `${ar} ${formatPlain(percent)}%`,
  en,
})
