import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The text of a PDF, as a reader copies it, and its fonts. */
export function readPdf(pdf: Uint8Array): { text: string; fonts: string; pages: number; size: string } {
  const path = join(mkdtempSync(join(tmpdir(), 'paper-')), 'paper.pdf')
  writeFileSync(path, pdf)
  const run = (command: string, ...options: string[]) =>
    execFileSync(command, options, { stdio: ['ignore', 'pipe', 'ignore'] }).toString('utf8')
  const facts = run('pdfinfo', path)
  const pages = Number(/^Pages:\s+(\d+)$/m.exec(facts)?.[1])
  const size = /^Page size:\s+(.*)$/m.exec(facts)?.[1] ?? ''
  return { text: run('pdftotext', '-layout', path, '-'), fonts: run('pdffonts', path), pages, size }
}
