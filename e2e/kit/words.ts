import { readdirSync, readFileSync } from 'node:fs'

export type Language = 'ar' | 'en'
export type Words = (key: string, params?: Record<string, string | number>) => string
const kept = new Map<Language, Words>()

/** The words of the screens, as the screens ask for them: `documents:actions.confirm`. A missing one is an error. */
export function wordsOf(language: Language): Words {
  const known = kept.get(language)
  if (known) return known
  const folder = new URL(`../../locales/${language}/`, import.meta.url)
  const files = new Map(
    readdirSync(folder).map((name) => [
      name.replace('.json', ''),
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown,
    ]),
  )
  const words: Words = (key, params = {}) => {
    const [namespace = '', path = ''] = key.split(':')
    const found = path
      .split('.')
      .reduce<unknown>((level, name) => (level as Record<string, unknown> | undefined)?.[name], files.get(namespace))
    if (typeof found !== 'string') throw new Error(`${language} has no words for ${key}`)
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
  }
  kept.set(language, words)
  return words
}
