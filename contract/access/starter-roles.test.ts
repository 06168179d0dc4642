import { expect, test } from 'vitest'
import { missingNeeds } from './permission-needs.ts'
import { permissionKeys } from './permissions.ts'
import { type StarterRole, starterRoles } from './starter-roles.ts'

const names = Object.keys(starterRoles) as StarterRole[]

test.each(names)(
  'the starter role %s holds only known permissions, each once, and none without what it needs',
  (name) => {
    const keys: readonly string[] = starterRoles[name]
    expect(keys.filter((key) => !permissionKeys.includes(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
    expect(missingNeeds(new Set(keys))).toEqual([])
  },
)

test('only the owner may change people and roles', () => {
  const others = names.filter((name) => name !== 'owner')
  const changes = (key: string) => /^(create|update|delete)-(user|role)$/.test(key)
  expect(others.filter((name) => starterRoles[name].some(changes))).toEqual([])
})

test('a reader changes nothing', () => {
  expect(starterRoles.reader.filter((key) => !/^(list|read)-/.test(key))).toEqual([])
})

test('names the list that a permission is of no use without', () => {
  expect(missingNeeds(new Set(['create-invoice', 'update-bill', 'read-report-trial-balance']))).toEqual([
    { key: 'create-invoice', needs: ['list-invoice'] },
    { key: 'update-bill', needs: ['list-bill', 'read-bill'] },
    { key: 'read-report-trial-balance', needs: ['list-reports'] },
  ])
  expect(missingNeeds(new Set(['create-invoice', 'list-invoice']))).toEqual([])
})
