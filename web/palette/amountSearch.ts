import { foldDigits } from '#contract/fields/clean-text.ts'
import type { ListedResource } from '../api/resource.ts'

/** `=1150`, `=1,150.00` or `=١١٥٠`: the amount that is looked for; null for any other text. */
export function searchedAmount(keyword: string): string | null {
  const [, typed] = /^=\s*([\d,٬]+(?:\.\d+)?)$/.exec(foldDigits(keyword).replace('٫', '.').trim()) ?? []
  const amount = typed?.replaceAll(/[,٬]/g, '')
  return amount ? amount : null
}

/** How a list is asked: for an amount by its range where it has one, else for words; null where it cannot answer. */
export function listQueryOf({ list }: Pick<ListedResource, 'list'>, keyword: string): Record<string, string> | null {
  const amount = searchedAmount(keyword)
  if (amount === null) return { keyword }
  return 'amount_from' in (list.filter ?? {}) ? { amount_from: amount, amount_to: amount } : null
}
