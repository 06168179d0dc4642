import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exampleDocument } from './example-documents.ts'
import { rules, verdictOf } from './verdict.ts'

type Words = { [key: string]: string | Words }
const wordsOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/eInvoice.json`, import.meta.url), 'utf8')) as Words

test.each(['ar', 'en'])('every rule has a readable message, and no message is unused (%s)', (language) => {
  const words = Object.keys(wordsOf(language).rules as Words)
  expect([...new Set(['no_number', ...rules.map(({ message }) => message)])].sort()).toEqual(words.sort())
})

test.each(['ar', 'en'])('every field that a rule names has its words (%s)', (language) => {
  const labels = wordsOf(language).labels as Words
  const hasLabel = (field: string) =>
    typeof field
      .split('.')
      .reduce<string | Words | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), labels) ===
    'string'
  const long = 'س'.repeat(5001)
  const document = exampleDocument('credit_note')
  const { seller, buyer, rows } = document
  const fill = <Whole extends object>(whole: Whole | null | undefined) => {
    for (const [name, value] of Object.entries(whole ?? {}))
      if (typeof value === 'string' || value === null) Object.assign(whole as Whole, { [name]: long })
  }
  for (const party of [seller, buyer]) {
    fill(party?.address)
    Object.assign(party ?? {}, { name: long, contact: { name: long, phone: null, note: long } })
  }
  Object.assign(rows[0] ?? {}, {
    id: long,
    name: long,
    unit: long,
    buyer_code: long,
    seller_code: long,
    standard_code: long,
  })
  Object.assign(document, { number: long, notes: [long], purchase_order: long, contract: long, references: [long] })
  Object.assign(document, { note_reason: long, payments: [{ means: '30', account: long, terms: long }] })
  document.totals = { ...document.totals, rows: '1', allowances: '1', charges: '1', without_tax: '1', with_tax: '1' }
  document.totals = { ...document.totals, tax: '1', tax_sar: '2', prepaid: '1', payable: '1' }
  const { issues } = verdictOf(document, { today: '2026-11-25', stage: 'issued' })
  const fields = new Set(issues.flatMap(({ params }) => (typeof params.field === 'string' ? [params.field] : [])))
  expect(fields.size).toBeGreaterThan(30)
  expect([...fields].filter((field) => !hasLabel(field))).toEqual([])
})
