import type { Issue } from '#contract/e-invoice/verdict.ts'
import type { Context } from '#server/core/context.ts'

/** A broken rule in words, with the name of its field. */
export function sayIssue({ services, language }: Pick<Context, 'services' | 'language'>, issue: Issue): string {
  const { message, params } = issue
  const named =
    params.field === undefined ? {} : { field: services.words.say(language, `eInvoice:labels.${params.field}`) }
  return services.words.say(language, `eInvoice:rules.${message}`, { ...params, ...named })
}
