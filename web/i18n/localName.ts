import { currentLanguage } from './i18n.ts'

type BilingualName = { name: string; name_en?: string | null }

/** The name in the language of the page; records without an English name show the one they have. */
export const localName = (record: BilingualName): string =>
  currentLanguage() === 'en' && record.name_en ? record.name_en : record.name
