import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lastPublicUrl, storePublicUrl } from './last-public-url.ts'

test('the address of the last run is found in the data folder, and nothing where no server ran', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-url-'))
  expect(lastPublicUrl(folder)).toBeUndefined()
  storePublicUrl(folder, 'https://books.example.sa')
  storePublicUrl(folder, 'https://new.example.sa')
  expect(lastPublicUrl(folder)).toBe('https://new.example.sa')
  storePublicUrl(join(folder, 'gone'), 'https://books.example.sa')
})
