import { permissionKeys } from './permissions.ts'

/** Permissions that do not name the entity whose list they open. */
const listOf: Record<string, string> = {
  'create-credit-note': 'list-invoice',
  'create-supplier-credit': 'list-bill',
  'create-customs-declaration': 'list-bill',
  'land-costs': 'read-bill',
  'release-retention-invoice': 'read-invoice',
  'release-retention-bill': 'read-bill',
  'adjust-stock': 'list-product',
  'set-credit-limit': 'list-customer',
  'accept-bill-difference': 'list-bill',
  'dispose-asset': 'list-fixed-asset',
  'update-setting': 'read-setting',
  'reopen-financialYear': 'list-financial-year',
  'create-financialYear': 'list-financial-year',
  'update-financialYear': 'list-financial-year',
  'delete-financialYear': 'list-financial-year',
}
const known = new Set(permissionKeys)

/** The permissions without which this one cannot be used on screen: the list that leads to it, and reading what is changed. */
export function neededFor(key: string): string[] {
  if (key.startsWith('read-report-')) return ['list-reports']
  const own = listOf[key]
  if (own) return [own]
  const match = /^(read|create|update|delete|export|void|write-off)-(.+)$/.exec(key)
  if (!match) return []
  const [, verb, entity] = match
  const needed = verb === 'update' ? [`list-${entity}`, `read-${entity}`] : [`list-${entity}`]
  return needed.filter((one) => known.has(one))
}

/** Each held permission that lacks another one, with what it lacks. */
export function missingNeeds(held: ReadonlySet<string>): { key: string; needs: string[] }[] {
  return permissionKeys
    .filter((key) => held.has(key))
    .map((key) => ({ key, needs: neededFor(key).filter((need) => !held.has(need)) }))
    .filter(({ needs }) => needs.length > 0)
}
