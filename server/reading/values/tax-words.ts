import { decimal, text } from '#ledger/money.ts'
import { isPercent, readFigure } from './figures.ts'
import { foldWord } from './words.ts'

type StoredTax = {
  id: number
  rate: string
  reverse_charge: boolean
  treatment: string | null
}
/** The tax of a value: its rate, and its id if we have such a tax. */
export type TaxOf = (said: unknown) => { rate: string; id: number | undefined }

const taxMark = 'tax '

/** Reads a cell of a tax column: a rate, the name of one of our taxes, or words for a VAT treatment. */
export function taxWords(taxes: readonly StoredTax[], byName: (text: string) => number | undefined) {
  const ofTreatment = (treatment: string) => taxes.find((tax) => tax.treatment === treatment)?.id
  const ofRate = (rate: string) => taxes.find((tax) => !tax.reverse_charge && decimal(tax.rate).eq(decimal(rate)))?.id
  const markOf = (id: number | undefined) => (id === undefined ? undefined : `${taxMark}${id}`)
  const taxOf: TaxOf = (said) => {
    const named = taxes.find(({ id }) => `${taxMark}${id}` === said)
    const rate = named ? (named.reverse_charge ? '0' : named.rate) : String(said ?? '0')
    return { rate, id: named?.id ?? ofRate(rate) }
  }
  const find = (cell: string): string | undefined => {
    const rate = readRate(cell)
    if (rate !== undefined) return rate
    const named = byName(cell)
    if (named !== undefined) return markOf(named)
    const treatment = treatmentOf(cell)
    return treatment === undefined ? rateWithin(cell) : markOf(ofTreatment(treatment))
  }
  return { find, taxOf }
}

/** 15, 15 %, and 0.15 as a spreadsheet stores 15 %. */
function readRate(cell: string): string | undefined {
  const figure = readFigure(cell)
  if (figure === null) return undefined
  const rate = decimal(figure)
  return !isPercent(cell) && rate.gt(0) && rate.lt(1) ? text(rate.times(100)) : figure
}

/** The rate in "VAT 15%" or "15% (VAT on sales)", if there is exactly one. */
function rateWithin(cell: string): string | undefined {
  const rates = [...cell.matchAll(/([\d٠-٩.,٫]+)\s*[%٪]|[%٪]\s*([\d٠-٩.,٫]+)/g)]
  const [first] = rates
  return first && rates.length === 1 ? (readFigure(first[1] ?? first[2] ?? '') ?? undefined) : undefined
}

/** The words of the VAT law, and the codes of UN/CEFACT 5305. A text with several treatments has no meaning. */
const treatments: Readonly<Record<string, RegExp>> = {
  exempt: /(^| )(exempt|exempted|e|معفي|معفاه|معفاة|معفى)( |$)/,
  out_of_scope: /(^| )(out of scope|o|خارج نطاق|غير خاضع|غير خاضعه|خارج نطاق ضريبه)( |$)/,
  exports: /(^| )(export|exports|صادرات|تصدير)( |$)/,
  zero_rated: /(^| )(zero|zero rated|z|صفريه|صفري|صفر)( |$)/,
  reverse_charge: /(^| )(reverse charge|rcm|احتساب عكسي)( |$)/,
  standard: /(^| )(standard|standard rated|s|اساسيه|قياسيه)( |$)/,
}

function treatmentOf(cell: string): string | undefined {
  const folded = foldWord(cell.replace(/[\d٠-٩.,٫]+\s*[%٪]|[%٪]/g, ' '))
  const found = Object.keys(treatments).filter((treatment) => treatments[treatment]?.test(folded))
  // An export is zero-rated.
  const [only, ...others] = found.includes('exports') ? found.filter((one) => one !== 'zero_rated') : found
  return others.length === 0 ? only : undefined
}
