import { decimal } from '#ledger/money.ts'
import { saidWords, saysWords, wordsOfLine } from './said-words.ts'

export type RuleConditions = {
  bank_account_id: number | null
  direction: string
  words: string
  amount_min: string | null
  amount_max: string | null
}
export type StoredRule = RuleConditions & { id: number; name: string; account_id: number; account_name: string }
type RuledLine = {
  account_id: number
  amount: string
  description: string
  reference: string | null
  counterparty: string | null
}

/** The text of the rule is in that of the line, in whole words; `|` separates texts of which one is enough. */
export function fitsRule(rule: RuleConditions, line: RuledLine): boolean {
  if (rule.bank_account_id !== null && rule.bank_account_id !== line.account_id) return false
  const isIn = !line.amount.startsWith('-')
  if (rule.direction !== 'both' && (rule.direction === 'in') !== isIn) return false
  const amount = decimal(line.amount).abs()
  if (rule.amount_min !== null && amount.lt(rule.amount_min)) return false
  if (rule.amount_max !== null && amount.gt(rule.amount_max)) return false
  const lineWords = wordsOfLine(line)
  return rule.words.split('|').some((one) => saysWords(lineWords, saidWords(one)))
}
