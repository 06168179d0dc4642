import { beforeAll, expect, test, vi } from 'vitest'
import { type PageSize, pageSizes } from '../../bench/bundle.ts'

// The first load of two pages, held; the benchmark reports the same figures.

let sizes: PageSize[] = []
beforeAll(async () => {
  // The libraries bring their development halves along wherever the environment is a test's.
  vi.stubEnv('NODE_ENV', 'production')
  sizes = await pageSizes()
  vi.unstubAllEnvs()
}, 60_000)

test.each(['the sign-in page', 'the invoice list'])('%s stays within its kilobytes and files', (name) => {
  const found = sizes.find(({ page }) => page === name) as PageSize
  console.log(`${name}: ${found.size_kb} kB of ${found.most_kb}, ${found.files} files of ${found.most_files}`)
  expect(found.size_kb).toBeLessThanOrEqual(found.most_kb)
  expect(found.files).toBeLessThanOrEqual(found.most_files)
})
