import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citingFiles, wordsOf } from '../../scripts/generate-testing-table.ts'

// STYLE.md as a ratchet: how often comments and titles of tests use the words it bans. A count may fall, and is then lowered here.

const most = {
  told: 10,
  anew: 4,
  whoever: 4,
  whatever: 10,
  whichever: 4,
  stands: 32,
  beside: 18,
  kept: 20,
  nobody: 10,
  somebody: 3,
  'of then': 1,
  unheard: 0,
  'by hand': 12,
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
