import type { EInvoice } from '../model.ts'
import { error, type Finding, type Rule } from '../rule.ts'

/** Characters that XML 1.0 cannot contain: control characters, lone surrogates, and two non-characters. */
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

export const canBeWritten = (text: string): boolean => !impossible.test(text)

function found(value: unknown, path: string, isBroken: (text: string) => boolean, findings: Finding[]): Finding[] {
  if (typeof value === 'string') {
    if (isBroken(value)) findings.push({ path })
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) found(inner, path ? `${path}.${name}` : name, isBroken, findings)
  }
  return findings
}

const everyText = (isBroken: (text: string) => boolean) => (invoice: EInvoice) => found(invoice, '', isBroken, [])

/** Rules for every text of the document. */
export const textRules: Rule[] = [
  error(
    'BR-KSA-F-03',
    'only_blanks',
    everyText((text) => text !== '' && text.trim() === ''),
  ),
  error(
    'MIZAN-CHARACTERS',
    'characters_impossible',
    everyText((text) => !canBeWritten(text)),
  ),
]
