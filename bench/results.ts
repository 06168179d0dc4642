import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { PageSize } from './bundle.ts'
import type { Measured } from './measure.ts'
import type { Measures } from './measures.ts'

type Facts = { size: number; neighbours: number; start_ms: number; pages: PageSize[] }

/** `bench/RESULTS.md`: what the last run measured, with the machine it ran on. */
export function write({ rows, memory_mb, idle_mb }: Measures, { size, neighbours, start_ms, pages }: Facts): void {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const text = [
    '# What the last run measured',
    '',
    `An organisation of ${size.toLocaleString('en')} invoices and about ${(size * 5.5).toLocaleString('en')} journal lines with ${neighbours} others around it, over HTTP, warm,`,
    `on ${machine}. Milliseconds; the floor is the same work as one statement behind an empty route, asked in turns with what stands beside it.`,
    '',
    '| what | p50 | p95 | p99 | against the floor | |',
    '|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
    `Memory of the server process: ${idle_mb} MB before the load, ${memory_mb} MB after it. Start on the filled database to the first answer: ${(start_ms / 1000).toFixed(1)} s.`,
    `First load, JS and CSS, gzip: ${pages.map(({ page, size_kb, most_kb, files }) => `${page} ${size_kb} kB (of ${most_kb}) in ${files} files`).join(', ')}.`,
    '',
  ]
  writeFileSync(new URL('./RESULTS.md', import.meta.url), text.join('\n'))
}

function line({ what, figures, floor, note }: Measured): string {
  const ratio = floor ? `${(figures.p50 / floor.p50).toFixed(1)} x` : ''
  const ms = [figures.p50, figures.p95, figures.p99].map((value) => value.toFixed(1))
  return `| ${what} | ${ms.join(' | ')} | ${ratio} | ${note ?? ''} |`
}
