import { expect, test } from 'vitest'
import { sentenceOf } from './start-refusal.ts'

test('a full disk, an existing file and a read-only file system are said in words, with their path', () => {
  const error = (code: string, path?: string) =>
    Object.assign(new Error(`${code}: no such luck, write`), { code, path })
  expect(sentenceOf(error('ENOSPC'))).toBe('there is no room left on the disk (ENOSPC).')
  expect(sentenceOf(error('EEXIST', '/safe/a.mizan'))).toBe(
    '/safe/a.mizan: it exists already: choose another name (EEXIST).',
  )
  expect(sentenceOf(error('EROFS', '/data'))).toBe('/data: the file system is read-only (EROFS).')
  expect(sentenceOf(new Error('Say what.'))).toBe('Say what.')
})
