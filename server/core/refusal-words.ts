import { refusals } from '#contract/refusals.ts'
import type { Context } from './context.ts'

/** The words of a refusal that was stored by its code; other text stays as it is. */
export const refusalWords = ({ services, language }: Context, code: string): string =>
  code in refusals ? services.words.say(language, [`refusals:${code}`, `errors:${code}`]) : code
