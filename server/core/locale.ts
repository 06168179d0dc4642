import { readdirSync, readFileSync } from 'node:fs'
import i18next, { type TOptions } from 'i18next'

export const languages = ['ar', 'en'] as const
export type Language = (typeof languages)[number]
/** The words of the product, for messages the server says itself. */
export type Words = {
  say(language: Language, key: string | string[], params?: TOptions): string
  /** The name of a field: `fields.<resource>.<field>` of any family, else the common name, else the key. */
  label(language: Language, resource: string, field: string): string
  /** The plural of a resource: `names.<resource>.many` of any family, else the resource. */
  title(language: Language, resource: string): string
  /** The word of a choice as the pages of its resource say it, else the common one, else the value: a quotation is "sent" as no invoice is. */
  choice(language: Language, resource: string, column: string, value: string): string
}

/** The first of the asker's languages that there are words in; Arabic where there is none. */
export function languageOf(header: string | undefined): Language {
  const accepted = (header ?? '').split(',').map((part) => {
    const [tag = '', weight] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/)
    return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const wanted = accepted.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  const found = wanted.find(({ language }) => languages.some((known) => known === language))
  return found?.language === 'en' ? 'en' : 'ar'
}

const folder = new URL('../../locales/', import.meta.url)

export async function loadWords(): Promise<Words> {
  const resources = Object.fromEntries(languages.map((language) => [language, namespacesOf(language)]))
  const instance = i18next.createInstance()
  await instance.init({
    resources,
    fallbackLng: 'ar',
    lng: 'ar',
    ns: Object.keys(resources.ar ?? {}),
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    // No key contains a dot: searching for one cost more than everything else of a refusal.
    ignoreJSONStructure: false,
  })
  const labels = Object.fromEntries(
    languages.map((language) => [language, labelsOf(Object.values(resources[language] ?? {}))]),
  )
  // The documented `remainingAmount` has the label of `remaining_amount`.
  const label = (language: Language, resource: string, field: string) => {
    const known = labels[language]?.fields
    const names = [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
    return names.map((name) => known?.get(`${resource}.${name}`) ?? known?.get(name)).find(Boolean) ?? field
  }
  const title = (language: Language, resource: string) => labels[language]?.titles.get(resource) ?? resource
  const choice = (language: Language, resource: string, column: string, value: string) => {
    const known = labels[language]?.choices
    return known?.get(`${column} ${resource}.${value}`) ?? known?.get(`${column} ${value}`) ?? value
  }
  // The same few words end most answers: they are looked up once.
  const plain = new Map<string, string>()
  const word = (language: Language, key: string) => {
    const name = `${language} ${key}`
    const known = plain.get(name) ?? instance.t(key, { lng: language })
    plain.set(name, known)
    return known
  }
  const say = (language: Language, key: string | string[], params?: TOptions) =>
    params || typeof key !== 'string' ? instance.t(key, { ...params, lng: language }) : word(language, key)
  return { say, label, title, choice }
}

type Tree = { [key: string]: string | Tree }

type Labels = Record<'fields' | 'titles' | 'choices', Map<string, string>>

/** The names of fields (`<resource>.<field>`, or the common `<field>`), of resources and of choices, of all families together. */
function labelsOf(families: readonly Tree[]): Labels {
  const fields = new Map<string, string>()
  const titles = new Map<string, string>()
  const add = (to: Map<string, string>, key: string, word: string | Tree | undefined) => {
    if (typeof word === 'string' && !to.has(key)) to.set(key, word)
  }
  for (const family of families) {
    for (const [resource, named] of partsOf(family.fields)) {
      add(fields, resource, named)
      for (const [field, word] of partsOf(named)) add(fields, `${resource}.${field}`, word)
    }
    for (const [resource, names] of partsOf(family.names))
      if (typeof names === 'object') add(titles, resource, names.many)
  }
  return { fields, titles, choices: choicesOf(families) }
}

const partsOf = (tree: string | Tree | undefined) => (typeof tree === 'object' ? Object.entries(tree) : [])
/** The words of a column's choices: `<tree>.<resource>.<value>`, or `<tree>.<value>` for each resource of the family. */
const choiceTrees = { status: 'statuses', type: 'types', progress: 'progress' }

/** By `<column> <resource>.<value>`; by `<column> <value>` where the family has no resource: the common words. */
function choicesOf(families: readonly Tree[]): Map<string, string> {
  const choices = new Map<string, string>()
  for (const family of families) {
    const resources = partsOf(family.fields).flatMap(([name, named]) => (typeof named === 'object' ? `${name}.` : []))
    const owners = resources.length > 0 ? resources : ['']
    for (const [column, tree] of Object.entries(choiceTrees))
      for (const [value, word] of partsOf(family[tree])) {
        for (const [own, said] of partsOf(word))
          if (typeof said === 'string') choices.set(`${column} ${value}.${own}`, said)
        if (typeof word === 'string') for (const owner of owners) choices.set(`${column} ${owner}${value}`, word)
      }
  }
  return choices
}

function namespacesOf(language: Language): Record<string, Tree> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(`${language}/${name}`, folder), 'utf8')),
    ]),
  )
}
