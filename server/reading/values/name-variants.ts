/** Captures a part of a text that may itself be the name or the code of a record. */
type Variant = RegExp

/**
 * Finds a record by its name as other programs write it: `[P-1] Chair`, `P-1 - Chair`, `Furniture:Chair`, `Horizon Co., Sami`,
 * `Cash - HC`. The whole text is tried first.
 */
export function findByVariants(
  find: (text: string) => number | undefined,
  text: string,
  variants: readonly Variant[],
): number | undefined {
  const whole = find(text)
  if (whole !== undefined) return whole
  for (const variant of variants) {
    const part = variant.exec(text)?.[1]
    const found = part === undefined ? undefined : find(part)
    if (found !== undefined) return found
  }
  return undefined
}

const bracketedCode: Variant = /^\s*\[([^\]]+)\]/
const afterBrackets: Variant = /^\s*\[[^\]]+\]\s*(.+)$/
/** A code before a dash or a space: "110102 - Al Rajhi" is account 110102. */
const leadingCode: Variant = /^\s*([\w.-]+?)(?:\s+[-–]\s*|\s*[:–]\s*|\s+)\S/
const trailingCode: Variant = /\(([^()]+)\)\s*$/
const lastOfPath: Variant = /^.+[:>]\s*([^:>]+)$/
const afterDash: Variant = /^[^-–]+\s[-–]\s(.+)$/
const beforeLastDash: Variant = /^(.+)\s[-–]\s[^-–]+$/
/** The company in "Company, Person". */
const beforeComma: Variant = /^(.+?)\s*[,،][^,،]*$/
const beforeBracket: Variant = /^(.+?)\s*\([^()]*\)\s*$/

export const partyVariants = [beforeComma, afterBrackets, afterDash, beforeBracket]
export const productVariants = [
  bracketedCode,
  afterBrackets,
  leadingCode,
  afterDash,
  lastOfPath,
  trailingCode,
  beforeBracket,
]
export const numberVariants = [bracketedCode, leadingCode, trailingCode]
export const nodeVariants = [lastOfPath, beforeLastDash, beforeBracket, afterBrackets]
