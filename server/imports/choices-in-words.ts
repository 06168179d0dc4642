import type { Context } from '#server/core/context.ts'

/** The values a column may hold, each with its word in the language of who asks. */
export const choicesInWords = ({ services, language }: Context, values: readonly string[]) =>
  values.map((value) => ({ value, label: services.words.say(language, [`imports:choices.${value}`]) }))
