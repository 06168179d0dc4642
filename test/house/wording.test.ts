import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citingFiles, wordsOf } from '../../scripts/generate-testing-table.ts'

// STYLE.md as a ratchet: how often comments and titles of tests use the words it bans. A count may fall, and is then lowered here.

const most = {
  told: 3,
  anew: 1,
  whoever: 0,
  whatever: 2,
  whichever: 4,
  stands: 11,
  beside: 0,
  besides: 0,
  'goes on': 13,
  kept: 6,
  nobody: 2,
  somebody: 0,
  'of then': 1,
  unheard: 0,
  'by hand': 5,
}
const longSentencesAtMost = 3

const texts = citingFiles()
  .filter((path) => path !== 'test/house/wording.test.ts')
  .map((path) => {
    const { comments, titles } = wordsOf(readFileSync(path, 'utf8'))
    return [comments, ...titles].join('\n')
  })

test.each(Object.entries(most))('"%s" is used at most %i times', (word, count) => {
  const pattern = new RegExp(`\\b${word}\\b`, 'gi')
  const found = texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)
  expect(found).toBeLessThanOrEqual(count)
})

test('few sentences of a comment have more than 40 words', () => {
  const sentences = texts.flatMap((text) => text.split(/(?<=[.:;])\s|\*\/|\n/))
  const long = sentences.filter((sentence) => sentence.trim().split(/\s+/).length > 40)
  expect(long.length).toBeLessThanOrEqual(longSentencesAtMost)
})

// Names of values, functions and types. Their words are those between capitals and underscores.
const declared = citingFiles()
  .filter((path) => /^(ledger|contract|server|web|stand-in|scripts)\//.test(path) && /(?<!\.d)\.tsx?$/.test(path))
  .flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(
      /^\s*(?:export )?(?:async )?(const|let|function|type|interface|class) (\w+)/gm,
    ),
  ])
  .map(([, kind = '', name = '']) => ({
    kind,
    name,
    words: name.split(/(?<=[a-z\d])(?=[A-Z])|_/).map((word) => word.toLowerCase()),
  }))

const dialect = [
  'told',
  'anew',
  'stands',
  'stood',
  'standing',
  'beside',
  'besides',
  'kept',
  'met',
  'owed',
  'worth',
  'gone',
  'nobody',
  'asked',
  'said',
]
const namesAtMost = 207

test('few names use words of the dialect', () => {
  const found = declared.filter(({ words }) => words.some((word) => dialect.includes(word)))
  expect(found.length).toBeLessThanOrEqual(namesAtMost)
})

const participles =
  /^(Asked|Said|Told|Kept|Found|Named|Taken|Given|Held|Known|Shown|Wanted|Left|Beside|Standing|Stored|Moved|Counted|Chosen|Answered|Posted|Issued|Written|Sent)$/

test('no type is named by a participle alone', () => {
  const found = declared.filter(({ kind, name }) => (kind === 'type' || kind === 'interface') && participles.test(name))
  expect(found.map(({ name }) => name)).toEqual([])
})
