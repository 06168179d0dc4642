import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolateBidi } from './isolateBidi.ts'

export type Language = 'ar' | 'en'
export const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr')
export const currentLanguage = (): Language => (i18next.language === 'en' ? 'en' : 'ar')

const otherThan = (language: Language): Language => (language === 'ar' ? 'en' : 'ar')

type Words = Record<string, unknown>
const files = import.meta.glob<Words>('../../locales/*/*.json', { import: 'default' })
/** Every namespace a page has asked for, so that a change of language fetches the same ones. */
const wanted = new Set<string>()

export async function startWords(): Promise<void> {
  const language: Language = document.documentElement.lang === 'en' ? 'en' : 'ar'
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: {},
    defaultNS: 'common',
    fallbackLng: false,
    returnEmptyString: false,
    // React escapes markup itself; what is put into a sentence must only not be turned around by it.
    interpolation: { escapeValue: true, escape: isolateBidi },
    react: { useSuspense: false, nsMode: 'fallback', bindI18nStore: 'added' },
  })
}

/** Fetches the words a page needs, once for each language. */
export async function loadWords(namespaces: readonly string[], language: Language = currentLanguage()): Promise<void> {
  for (const namespace of namespaces) wanted.add(namespace)
  // A paper says everything in both languages.
  const both = namespaces
    .filter((namespace) => namespace === 'paper')
    .map((namespace) => [otherThan(language), namespace])
  const all = [...namespaces.map((namespace) => [language, namespace]), ...both] as [Language, string][]
  await Promise.all(
    all
      .filter(([of, namespace]) => !i18next.hasResourceBundle(of, namespace))
      .map(async ([of, namespace]) => {
        const words = await files[`../../locales/${of}/${namespace}.json`]?.()
        if (words) i18next.addResourceBundle(of, namespace, words)
      }),
  )
}

/** Loads the words first and turns the page over at once, so no sentence shows as a key. */
export async function changeLanguage(language: Language, isRemembered = true): Promise<void> {
  await loadWords([...wanted], language)
  // Before the page turns over, which names itself more closely where it has a name.
  document.title = i18next.getFixedT(language)('common:product')
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  document.documentElement.dir = directionOf(language)
  if (!isRemembered) return
  try {
    localStorage.setItem('mizan-language', language)
  } catch {
    // Without storage the choice lasts until the page closes.
  }
}
