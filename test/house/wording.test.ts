import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citingFiles, wordsOf } from '../../scripts/generate-testing-table.ts'

// STYLE.md as a ratchet: how often comments and titles of tests use the words it bans. A count may fall, and is then lowered here.

const most = {
  told: 21,
  anew: 11,
  whoever: 16,
  whatever: 23,
  whichever: 8,
  stands: 66,
  beside: 31,
  kept: 33,
  nobody: 29,
  somebody: 17,
  'of then': 1,
  unheard: 0,
  'by hand': 17,
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
