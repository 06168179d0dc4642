import { expect, test } from 'vitest'
import arabic from '#locales/ar/imports.json' with { type: 'json' }
import english from '#locales/en/imports.json' with { type: 'json' }
import { importKinds } from './import-kinds.ts'

test.each([
  ['Arabic', arabic.choices],
  ['English', english.choices],
])('every choice of a column has its word in %s', (_, words) => {
  const columns = Object.values(importKinds).flatMap(({ columns: all }) => all)
  const choices = new Set(columns.flatMap(({ choices: values }) => Object.keys(values ?? {})))
  expect([...choices].filter((value) => !(value in words))).toEqual([])
})
