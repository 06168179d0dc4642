import { moneyInMessage } from '#contract/paper/money-text.ts'
import type { PaperLanguage, SendingStart } from '#contract/sharing/deliveries.ts'
import type { SharingSettings } from '#contract/sharing/settings.ts'
import type { SharedKindName, SharedName } from '#contract/sharing/shared-kinds.ts'
import { decimal } from '#ledger/money.ts'
import type { Context } from '#server/core/context.ts'
import type { SharedPaper } from './shared-paper-facts.ts'

export type SendingWords = SendingStart['words']['ar']
const linkBlank = '{link}'

/** Subject, body and short message of a paper: the words of the organization, or the usual ones, with their blanks filled but for the link. */
export function sendingWords(
  { services }: Context,
  kind: SharedKindName,
  paper: SharedPaper,
  settings: SharingSettings,
  language: PaperLanguage,
): SendingWords {
  const facts = factsOf(paper, language, services.words.say(language, nameOf(kind, paper)))
  const usual = (name: string) =>
    services.words.say(language, [`sharing:mail.${kind}.${name}`, `sharing:mail.${groupOf(paper)}.${name}`])
  const own = ownTexts(settings.templates[language], paper)
  return {
    // A subject is one line, also where a name has several.
    subject: fill(own.subject ?? usual('subject'), facts).replace(/\s+/g, ' '),
    body: fill(own.body ?? usual('body'), facts),
    message: fill(usual('message'), facts),
  }
}

/** Other words about the same paper, with the same blanks. */
export function filledWords(
  { services }: Context,
  kind: SharedKindName,
  paper: SharedPaper,
  language: PaperLanguage,
  { subject, body }: { subject: string; body: string },
): { subject: string; body: string } {
  const facts = factsOf(paper, language, services.words.say(language, nameOf(kind, paper)))
  return { subject: fill(subject, facts).replace(/\s+/g, ' '), body: fill(body, facts) }
}

const nameOf = (kind: SharedKindName, { named }: SharedPaper) => `sharing:kinds.${named ?? (kind satisfies SharedName)}`

const groupOf = ({ total, remaining }: SharedPaper) =>
  total === null ? 'unpriced' : remaining === null ? 'plain' : 'due'

const amountBlanks = /\{(total|remaining|due_date)\}/

/** An own text that names an amount or its day says nothing about a paper without prices: the usual text is sent. */
function ownTexts({ subject, body }: SharingSettings['templates']['ar'], { total }: SharedPaper) {
  const fits = (text: string | null) => (total === null && text !== null && amountBlanks.test(text) ? null : text)
  return { subject: fits(subject), body: fits(body) }
}

type Facts = Record<string, string>

function factsOf(
  { number, date, due_date, total, remaining, currency, party, seller }: SharedPaper,
  language: PaperLanguage,
  document: string,
): Facts {
  const money = (value: string | null) => (value === null ? '' : moneyInMessage(decimal(value), currency, language))
  const named = ({ name, name_en }: { name: string; name_en: string | null }) =>
    language === 'en' && name_en ? name_en : name
  return {
    document,
    number,
    date,
    due_date: due_date ?? '',
    total: money(total),
    remaining: money(remaining ?? total),
    party: named(party),
    organization: named(seller),
  }
}

/** Only known placeholders are filled: the value of a placeholder is never expanded. */
function fill(template: string, facts: Facts): string {
  return template.replace(/\{(\w+)\}/g, (blank, name: string) => facts[name] ?? blank)
}

export const withLink = (text: string, link: string): string => text.replaceAll(linkBlank, link)
