import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { permissionKeys } from '#contract/access/permissions.ts'
import { resources } from '#contract/index.ts'
import { refusals } from '#contract/refusals.ts'

type Words = { [key: string]: string | Words }
const languages = ['ar', 'en'] as const
const forms = ['zero', 'one', 'two', 'few', 'many', 'other']
const names = (language: string) => readdirSync(new URL(`../../locales/${language}/`, import.meta.url)).sort()
const read = (language: string, name: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/${name}`, import.meta.url), 'utf8')) as Words
const flat = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  )
// Arabic names the noun itself where its gender changes the verb: `field` may be missing.
const blanksOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'field')
    .sort()

describe('both languages', () => {
  test('have the same files', () => expect(names('ar')).toEqual(names('en')))
  test.each(names('en'))('%s has the same keys and placeholders, and no empty text', (name) => {
    const [arabic, english] = languages.map((language) => new Map(flat(read(language, name))))
    expect([...(arabic?.keys() ?? [])].sort()).toEqual([...(english?.keys() ?? [])].sort())
    const blanks = (words: Map<string, string> | undefined) =>
      // A plural form may spell its number out.
      [...(words ?? [])].filter(([key]) => !/_(zero|one|two)$/.test(key)).map(([key, text]) => [key, blanksOf(text)])
    expect(Object.fromEntries(blanks(arabic))).toEqual(Object.fromEntries(blanks(english)))
    for (const words of [arabic, english]) expect([...(words ?? [])].filter(([, text]) => !text.trim())).toEqual([])
  })
  test('no text assumes books in riyals, except for the law and amounts in riyals', () => {
    const said = languages.flatMap((language) =>
      names(language).flatMap((name) => flat(read(language, name)).filter(([, text]) => /ريال|riyal|SAR/i.test(text))),
    )
    const meant = ['amount.riyals', 'vat_correction_too_large', 'boxes.14', 'points.currency']
    expect(said.filter(([key]) => !meant.some((one) => key.endsWith(one)))).toEqual([])
  })
  test('English words are not left in Arabic', () => {
    const left = names('ar').flatMap((name) =>
      flat(read('ar', name)).filter(
        ([, text]) => /[a-z]{4,}/i.test(text.replace(/\{\{\w+\}\}/g, '')) && !/[ء-ي]/.test(text),
      ),
    )
    expect(left.filter(([key]) => !['language.other', 'product'].includes(key))).toEqual([])
  })
})

test("a write-off is called by the glossary's one word", () => {
  const other = names('ar').flatMap((name) => flat(read('ar', name)).filter(([, text]) => /عدام|أُعدم/.test(text)))
  expect(other).toEqual([])
})

test('refunds of advances have the right direction for customers and suppliers, in both languages', () => {
  for (const language of languages) {
    const words = new Map(flat(read(language, 'payments.json')))
    for (const key of ['refund', 'refunded', 'undo_refund', 'ways.paid'])
      expect(words.get(`advance.${key}_purchases`)).not.toBe(words.get(`advance.${key}_sales`))
  }
})

test('tanween is written one way, after the alif', () => {
  const other = names('ar').flatMap((name) =>
    flat(read('ar', name)).filter(([, text]) => /\u064b\u0627(?![ء-ي])/.test(text)),
  )
  expect(other).toEqual([])
})

test('an entry has the same name below its record and in reports', () => {
  for (const language of languages) {
    const { own_transfer: _, ...reported } = read(language, 'reports.json').kinds as Words
    expect(read(language, 'history.json').kinds).toEqual(reported)
  }
})

test('counted nouns have all six Arabic plural forms', () => {
  const uncounted = languages.flatMap((language) =>
    names(language).flatMap((name) => {
      const words = new Map(flat(read(language, name)))
      const counted = [...words].filter(([key, text]) => text.includes('{{count}}') || key.endsWith('_other'))
      const bases = new Set(counted.map(([key]) => key.replace(/_(zero|one|two|few|many|other)$/, '')))
      return [...bases]
        .filter((base) => forms.some((form) => !words.has(`${base}_${form}`)))
        .map((base) => `${name} ${base}`)
    }),
  )
  expect(uncounted).toEqual([])
})

describe.each(languages)('in %s', (language) => {
  // Texts of checks in the browser; the texts of rules stay on the server.
  const errors = { ...read(language, 'errors.json'), ...read(language, 'refusals.json') }
  const fields = names(language).flatMap((name) => Object.entries((read(language, name).fields ?? {}) as Words))
  const labels = new Map<string, Set<string>>()
  for (const [owner, words] of fields) {
    // `fields` of common.json names fields; everywhere else it names resources first.
    if (typeof words === 'string') labels.set('common', (labels.get('common') ?? new Set()).add(owner))
    else labels.set(owner, new Set([...(labels.get(owner) ?? []), ...Object.keys(words)]))
  }

  test('every refusal is worded', () => {
    // A refusal that counts something is worded by its plural forms.
    expect(Object.keys(refusals).filter((code) => !(code in errors) && !(`${code}_other` in errors))).toEqual([])
  })
  test('every issue of a schema is worded', () => {
    expect([...issueCodes()].filter((code) => !(code in errors)).sort()).toEqual([])
  })
  test.each(Object.values(resources).map((resource) => [resource.name, resource] as const))(
    'every input field of %s has a label',
    (name, resource) => {
      const wordless = fieldsOf(resource.input).filter(
        (field) => !silent.has(field) && !labels.get(name)?.has(field) && !labels.get('common')?.has(field),
      )
      expect(wordless).toEqual([])
    },
  )
  test('every column of a report has a head', () => {
    const { columns } = read('en', 'reports.json') as { columns: Words }
    const used = globSync('server/reports/**/*.ts').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bcolumn\('(\w+)', '\w+'(?!, \{\s*label)/g)].map(([, key = '']) => key),
    )
    expect(used.length).toBeGreaterThan(100)
    expect([...new Set(used)].filter((key) => columns[key] === undefined)).toEqual([])
  })

  test('every column of an export has a head', () => {
    const columns = Object.values(resources).flatMap(({ name, exported }) =>
      (exported?.columns ?? []).map((column) => [name, column] as const),
    )
    expect(columns.length).toBeGreaterThan(50)
    const headless = columns.filter(
      ([name, column]) => !labels.get(name)?.has(column) && !labels.get('common')?.has(column),
    )
    expect(headless).toEqual([])
  })
})

/** Sent by the form itself: users do not type them, and they have no errors. */
// A permission is worded among the permissions.
const silent = new Set([...permissionKeys, 'proposed_number', 'product_name', 'reference_type', 'permissions'])

/** The names of a schema's fields and of those of its rows. */
function fieldsOf(schema: z.ZodType): string[] {
  const inner = unwrapped(schema)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const value = unwrapped(field)
    return value instanceof z.ZodArray ? [name, ...fieldsOf(value.element as z.ZodType)] : [name]
  })
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return unwrapped(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return unwrapped(schema.out as z.ZodType)
  return schema
}

/** The codes as the contract's schemas spell them; messages of schemas are codes and nothing else. */
function issueCodes(): Set<string> {
  const folders = ['contract', 'contract/fields', 'contract/kit']
  const sources = folders.flatMap((folder) =>
    readdirSync(new URL(`../../${folder}/`, import.meta.url))
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => readFileSync(new URL(`../../${folder}/${name}`, import.meta.url), 'utf8')),
  )
  const patterns = [
    /\.(?:min|max|regex|refine|length|int|positive|nonnegative)\([^\n]*?,\s*'([a-z]+(?:_[a-z]+)*)'\)/g,
    /message:\s*'([a-z]+(?:_[a-z]+)*)'/g,
    /error:\s*(?:\(\)\s*=>\s*)?'([a-z]+(?:_[a-z]+)*)'/g,
    /code:[^\n]*?'([a-z]+(?:_[a-z]+)*)'/g,
    /z\.enum\([^\n]*,\s*'([a-z]+(?:_[a-z]+)*)'\)/g,
  ]
  return new Set(
    sources
      .flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((found) => found[1] as string)))
      // The schema library's own name for a rule of ours, not a message.
      .filter((code) => code !== 'custom'),
  )
}
