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
