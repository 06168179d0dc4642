import { isRoll, labelLayouts } from '#contract/labels/label-layouts.ts'
import { type LabelsQuery, labelsMaximum } from '#contract/labels/product-labels.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { currencySign } from '#contract/paper/money-text.ts'
import { decimal } from '#ledger/money.ts'
import { documentTotals } from '#ledger/totals.ts'
import { priceOfUnit } from '#ledger/unit.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { ownCurrency } from '#server/paper-kit/paper-parts.ts'
import { bilingual } from '#server/paper-kit/printed-document.ts'
import type { Bilingual, PdfPaper, ProductLabel } from '#server/pdf/paper.ts'
import { type Bars, drawBarcodes, fitBars, labelBarcode } from './bars.ts'
import { type LabelFacts, labelFacts, labelRates } from './label-facts.ts'
import { type LabelledRow, labelledRows } from './labelled-goods.ts'

/** Labels of products as a PDF, on sheets or on a roll (decision 0259). */
export async function productLabels(context: Context, query: LabelsQuery): Promise<AnswerFile> {
  const { session, services, today } = context
  const paper = await labelsPaper(context, query)
  return {
    name: `labels-${today}.pdf`,
    mimetype: 'application/pdf',
    content: () => services.pdf.render(session.organization_id, paper),
  }
}

async function labelsPaper(context: Context, query: LabelsQuery): Promise<PdfPaper> {
  const { db, services, session, today } = context
  const rows = await labelledRows(context, query)
  const facts = await labelFacts(context, rows)
  const rates = query.with_price ? await labelRates(context, query.tax_id) : []
  const counts = countsOf(rows, query.copies)
  refuseUnprintable(facts, counts, query.with_price ? rates : null)
  const organization = await db.selectFrom('organizations').select(['name', 'name_en']).executeTakeFirstOrThrow()
  const say = bilingual(services.words)
  const options = {
    ...query,
    rate: rates[0],
    currency: await ownCurrency(context),
    prices_include_tax: session.organization.prices_include_tax,
    with_tax: say('labels.with_tax'),
  }
  return {
    title: say('labels.title'),
    number: today,
    created_at: today,
    organization,
    label_sheet: await labelSheet(facts, counts, options),
    blocks: [],
    facts: [],
    columns: [],
    rows: [],
    totals: [],
  }
}

const countsOf = (rows: readonly LabelledRow[], copies: number): number[] => rows.map(({ count = copies }) => count)

type Refusable = Pick<LabelFacts, 'name' | 'apply_tax'> & { unit: { barcodes: readonly string[] } }
/** `rates`: null where no price is printed. */
export function refuseUnprintable(
  facts: readonly Refusable[],
  counts: readonly number[],
  rates: readonly string[] | null,
): void {
  const number = counts.reduce((sum, count) => sum + count, 0)
  if (number > labelsMaximum)
    throw new Refusal('too_many_labels', { field: 'copies', params: { number, maximum: labelsMaximum } })
  const without = facts.filter(({ unit }) => unit.barcodes.length === 0)
  const [first] = without
  if (first)
    throw new Refusal('label_without_barcode', {
      field: 'product_ids',
      params: { product: first.name, number: without.length },
    })
  if (rates !== null && rates.length !== 1 && facts.some(({ apply_tax }) => apply_tax))
    throw new Refusal('invalid_input', { errors: { tax_id: { code: 'required' } } })
}

type LabelWords = Pick<LabelsQuery, 'language' | 'with_price' | 'layout' | 'first'> & {
  rate: string | undefined
  currency: { code: string; decimals: number }
  prices_include_tax: boolean
  with_tax: Bilingual
}

/** What is printed: each label once with its number. Refuses a barcode that the labels have no room for. */
export async function labelSheet(facts: readonly LabelFacts[], counts: readonly number[], options: LabelWords) {
  const layout = labelLayouts[options.layout]
  const codes = facts.map(({ unit }) => labelBarcode(unit.barcodes) ?? '')
  const bars = await drawBarcodes(codes)
  const labels = facts.map((one, index): ProductLabel => {
    const code = codes[index] as string
    const drawn = fitBars(bars.get(code) as Bars, layout)
    if (!drawn) throw new Refusal('barcode_too_long_for_label', { field: 'layout', params: { product: one.name } })
    const { stripes, module } = drawn
    return { ...labelText(one, options), code, stripes, module, count: counts[index] as number }
  })
  return { layout, first: isRoll(options.layout) ? 1 : options.first, labels }
}

/** The words of a label. A price of zero was never entered. */
export function labelText(facts: LabelFacts, options: LabelWords) {
  const { language, with_price, rate = '0', currency, prices_include_tax, with_tax } = options
  const { unit, apply_tax } = facts
  const tax_rate = apply_tax ? rate : '0'
  const price = priceOfUnit(unit.sale_price, facts.product_price, facts.content)
  const [line] = documentTotals({
    lines: [{ quantity: 1, price, tax_rate }],
    decimals: currency.decimals,
    prices_include_tax,
  }).lines
  const has = with_price && price.gt(0) && line !== undefined
  const taxed = has && decimal(tax_rate).gt(0)
  return {
    names: namesIn(language, facts),
    unit: namesIn(language, unit),
    price: has ? formatNumber(line.total, currency.decimals) : null,
    sign: currencySign(currency.code),
    note: taxed ? namesIn(language, { name: with_tax.ar, name_en: with_tax.en }) : [],
  }
}

type TwoNames = { name: string; name_en: string | null }

function namesIn(language: LabelsQuery['language'], { name, name_en }: TwoNames): string[] {
  if (language === 'ar' || !name_en || name_en === name) return [name]
  return language === 'en' ? [name_en] : [name, name_en]
}
