import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

const documents = ['*.md', 'docs/**/*.md', 'server/**/*.md'].flatMap((pattern) => globSync(pattern))
const known = new Set(globSync('{ledger,contract,server,web,test,e2e,scripts,bench,docs,locales}/**/*.*'))
const names = new Set([...known].map((path) => path.split('/').at(-1)))

test('every file that a document names exists', () => {
  const missing = documents.flatMap((document) => {
    const text = readFileSync(document, 'utf8')
    return [...text.matchAll(/`([\w/*.-]+\.(?:ts|tsx|sql|md|mjs|css))`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !/[*]|NNNN|warehouse|purchase-order|branch-fax|^ledger\.md$/.test(path))
      .filter((path) =>
        path.includes('/') ? !isKnown(dirname(document), path) : !names.has(path) && !existsSync(path),
      )
      .map((path) => `${document}: ${path}`)
  })
  expect(missing).toEqual([])
})

/** Whole from the root or the document's folder, or the end of a path: `documents/routes.ts`. */
function isKnown(folder: string, path: string): boolean {
  return existsSync(path) || existsSync(join(folder, path)) || [...known].some((file) => file.endsWith(`/${path}`))
}

test('every link of a document leads to a file', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(dirname(document), path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(broken).toEqual([])
})

test('every decision is in the index with its title', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const decisions = globSync('docs/decisions/[0-9]*.md')
  const absent = decisions.filter((path) => {
    const title = readFileSync(path, 'utf8').split('\n')[0]?.slice(2)
    return !index.includes(`[${title}](${path.split('/').at(-1)})`)
  })
  expect(absent).toEqual([])
})
