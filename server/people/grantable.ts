import { canonicalPermission, permissionKeys } from '#contract/access/permissions.ts'
import type { Context } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** The permissions as published, once each. An unknown key is refused. */
function published(wanted: readonly string[], field: string): string[] {
  const keys = [...new Set(wanted.map(canonicalPermission))]
  const unknown = keys.find((key) => !permissionKeys.includes(key))
  if (unknown !== undefined) throw new Refusal('unknown_permission', { field, params: { permission: unknown } })
  return keys
}

/**
 * Users cannot grant permissions that they lack; otherwise an editor of roles or users could gain any right. Owners
 * have all.
 */
export function grantable(context: Context, wanted: readonly string[], field: string): string[] {
  const keys = published(wanted, field)
  const foreign = firstForeign(context, keys)
  if (foreign !== undefined) throw new Refusal('not_yours_to_grant', { field, params: { permission: foreign } })
  return keys
}

/** A user cannot change or remove a person or a role with permissions he lacks. Granted and existing permissions are both checked. */
export function requireReach(context: Context, held: readonly string[]): void {
  const foreign = firstForeign(context, held)
  if (foreign !== undefined) throw new Refusal('holds_more_than_you', { params: { permission: foreign } })
}

const firstForeign = ({ session }: Context, keys: readonly string[]): string | undefined =>
  session.is_owner ? undefined : keys.find((key) => !session.authority.has(key))
