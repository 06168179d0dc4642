import { expect, test } from 'vitest'
import { languageOf } from './locale.ts'

test.each([
  [undefined, 'ar'],
  ['', 'ar'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['fr, en', 'en'],
  ['fr-FR,fr;q=0.9,en;q=0.8,ar;q=0.7', 'en'],
  ['fr,ar,en', 'ar'],
  ['ar;q=0.5, en;q=0.9', 'en'],
  ['en;q=0, ar', 'ar'],
  ['en;q=0', 'ar'],
  ['de, zh', 'ar'],
  ['*', 'ar'],
  ['english', 'ar'],
])('Accept-Language: %s is answered in %s', (header, language) => expect(languageOf(header)).toBe(language))
