import type { PermissionCard } from '#contract/access/people.ts'
import { permissionCategories, permissionKeys } from '#contract/access/permissions.ts'

/** Every permission by category, and whether the role has it. A key's id is its place in the published list. */
export function permissionCards(held: ReadonlySet<string>): PermissionCard[] {
  return Object.entries(permissionCategories).map(([key, permissions], index) => ({
    id: index + 1,
    key,
    permissions: permissions.map((permission) => ({
      id: permissionKeys.indexOf(permission) + 1,
      key: permission,
      value: held.has(permission),
    })),
  }))
}
