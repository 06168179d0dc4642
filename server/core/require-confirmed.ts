import type { Context } from './context.ts'
import { Refusal } from './refusal.ts'

/** For a part of a call: a person who proved shortly before who they are. A whole call says it in the contract (`asks: 'confirmed'`). */
export function requireConfirmed({ session }: Context): void {
  if (session.api_key) throw new Refusal('person_needed')
  if (!session.is_confirmed) throw new Refusal('confirm_identity')
}
