import { beforeAll, expect, test, vi } from 'vitest'
import { type Bundle, pageSizes } from '../../bench/bundle.ts'

// The first load of pages, held; the benchmark reports the same figures.

let bundle: Bundle
beforeAll(async () => {
  // The libraries bring their development halves along wherever the environment is a test's.
  vi.stubEnv('NODE_ENV', 'production')
  bundle = await pageSizes()
  vi.unstubAllEnvs()
})

test.each(['the sign-in page', 'the invoice list', 'the first invoice opened after the sign-in'])(
  '%s stays within its kilobytes and files',
  (name) => {
    const found = bundle.pages.find(({ page }) => page === name)
    if (!found) throw new Error(`${name} was not weighed`)
    console.log(`${name}: ${found.size_kb} kB of ${found.most_kb}, ${found.files} files of ${found.most_files}`)
    expect(found.size_kb).toBeLessThanOrEqual(found.most_kb)
    expect(found.files).toBeLessThanOrEqual(found.most_files)
  },
)

test('no file of code is below 10 kB, except what starts the others', () => {
  const small = [...bundle.code].filter(([, bytes]) => bytes < 10_000).map(([name]) => name)
  expect(small.sort()).toEqual(['index', 'rolldown-runtime'])
})
