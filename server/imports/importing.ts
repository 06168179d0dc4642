import type { Context } from '#server/core/context.ts'

/** The context of what an import writes: records keep the numbers they had, also where people may not type numbers. */
export const importing = (context: Context): Context => ({
  ...context,
  keepsNumbers: true,
  session: { ...context.session, organization: { ...context.session.organization, manual_numbers: true } },
})
