import { factsOf } from './facts.ts'
import type { EInvoice } from './model.ts'
import type { Finding, Params, Rule, Severity } from './rule.ts'
import { allowanceRules } from './rules/allowances.ts'
import { amountRules } from './rules/amounts.ts'
import { categoryRules } from './rules/categories.ts'
import { headerRules } from './rules/header.ts'
import { partyRules } from './rules/parties.ts'
import { prepaymentRules } from './rules/prepayments.ts'
import { rowRules } from './rules/rows.ts'
import { textRules } from './rules/texts.ts'

export type Issue = {
  /** The rule that names it, and others that say the same of the same place. */
  rule: string
  also: string[]
  severity: Severity
  path: string
  /** A key below `eInvoice:rules`; `params.field` is one below `eInvoice:labels`. */
  message: string
  params: Params
}
export type Verdict = { light: 'green' | 'amber' | 'red'; issues: Issue[] }
export type Occasion = {
  /** Today in Riyadh. */
  today: string
  /** The moment in Riyadh, YYYY-MM-DDTHH:mm:ss, where the 24 hours of reporting count. */
  now?: string
  /** A draft has no number, time or place in a chain yet. */
  stage: 'draft' | 'issued'
}

export const rules: readonly Rule[] = [
  ...headerRules,
  ...partyRules,
  ...rowRules,
  ...allowanceRules,
  ...categoryRules,
  ...amountRules,
  ...prepaymentRules,
  ...textRules,
]

/** What the authority's platform would say of the document: green is accepted, amber accepted with remarks, red rejected. */
export function verdictOf(invoice: EInvoice, { today, now, stage }: Occasion): Verdict {
  // With an amount that is no number nothing can be summed, so that is all there is to say.
  const noNumbers = [...notNumbers(invoice)]
  if (noNumbers.length > 0) return { light: 'red', issues: noNumbers.map((finding) => issueOf(noNumber, finding)) }
  const context = { today, now: now ?? null, facts: factsOf(invoice) }
  const issues = new Map<string, Issue>()
  for (const rule of rules) {
    if (rule.isOnceIssued && stage === 'draft') continue
    for (const finding of rule.check(invoice, context)) {
      const key = `${finding.path} ${rule.message}`
      const known = issues.get(key)
      if (!known) issues.set(key, issueOf(rule, finding))
      else {
        if (known.rule !== rule.id && !known.also.includes(rule.id)) known.also.push(rule.id)
        if (rule.severity === 'error') known.severity = 'error'
      }
    }
  }
  const list = [...issues.values()]
  const isRed = list.some(({ severity }) => severity === 'error')
  return { light: isRed ? 'red' : list.length > 0 ? 'amber' : 'green', issues: list }
}

type RuleText = Pick<Rule, 'id' | 'severity' | 'message'>
const noNumber: RuleText = { id: 'MIZAN-NUMBER', severity: 'error', message: 'no_number' }

const issueOf = ({ id, severity, message }: RuleText, { path, params }: Finding): Issue => ({
  rule: id,
  also: [],
  severity,
  path,
  message,
  params: params ?? {},
})

const plain = /^-?\d+(\.\d+)?$/

function* notNumbers(invoice: EInvoice): Generator<Finding> {
  const named = [
    ['', { exchange_rate: invoice.exchange_rate }],
    ['totals.', invoice.totals],
    ...invoice.rows.map(({ quantity, price, net, tax, gross, rate }, index) => [
      `rows.${index}.`,
      { quantity, price, net, tax, gross, rate },
    ]),
    ...invoice.rows.flatMap(({ allowances }, row) =>
      allowances.map(({ percent, base, amount }, index) => [
        `rows.${row}.allowances.${index}.`,
        { percent, base, amount },
      ]),
    ),
    ...invoice.allowances.map(({ percent, base, amount, rate }, index) => [
      `allowances.${index}.`,
      { percent, base, amount, rate },
    ]),
    ...invoice.breakdown.map(({ rate, taxable, tax }, index) => [`breakdown.${index}.`, { rate, taxable, tax }]),
    ...invoice.prepayments.map(({ rate, taxable, tax }, index) => [`prepayments.${index}.`, { rate, taxable, tax }]),
  ] as [string, Record<string, string | null>][]
  for (const [at, values] of named)
    for (const [field, value] of Object.entries(values))
      if (value !== null && !plain.test(value)) yield { path: `${at}${field}` }
}
