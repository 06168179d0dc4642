import { countable, type Money } from './currency-plurals.ts'
import { formatNumber } from './format-number.ts'

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = [
  [1_000_000_000, 'billion'],
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
] as const

/** An amount in English words, printed next to the Arabic ones. Up to 999 billion. */
export function amountInEnglish({ value, currency }: Money): string {
  const { units, parts, known } = countable({ value, currency })
  if (!known) return `${formatNumber(value, currency.decimals)} ${currency.code} only`
  const words = [
    units > 0 || parts === 0 ? counted(units, known.whole.en) : '',
    parts > 0 && known.part ? counted(parts, known.part.en) : '',
  ]
  const line = `${words.filter(Boolean).join(' and ')} only`
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const counted = (count: number, [one, many]: readonly [string, string]) =>
  `${spelled(count)} ${count === 1 ? one : many}`

function spelled(count: number): string {
  if (count < 20) return small[count] ?? ''
  if (count < 100) return [tens[Math.floor(count / 10)], count % 10 ? small[count % 10] : ''].filter(Boolean).join('-')
  const [size, name] = scales.find(([scale]) => count >= scale) ?? [100, 'hundred']
  const rest = count % size
  const head = `${spelled(Math.floor(count / size))} ${name}`
  return rest === 0 ? head : `${head} ${rest < 100 ? 'and ' : ''}${spelled(rest)}`
}
