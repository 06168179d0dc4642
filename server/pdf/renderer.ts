import { type ChildProcess, fork } from 'node:child_process'
import { hash } from 'node:crypto'
import { serialize } from 'node:v8'
import type { PdfPaper } from './paper.ts'
import { createPaperCache } from './paper-cache.ts'
import type { PdfReply, PdfRequest } from './worker.ts'

export type PdfRenderer = {
  /** Several papers are appended in one file. `owner`: the organization whose turn it takes. */
  render(owner: number, ...papers: readonly PdfPaper[]): Promise<Uint8Array>
  /** The same paper as one SVG picture, page below page. */
  picture(owner: number, paper: PdfPaper): Promise<Uint8Array>
  stop(): void
}
/** One paper at a time; one organization never makes the others wait for its papers. */
type PaperTurns = { take<Result>(owner: number, work: () => Promise<Result>): Promise<Result> }
type Setting = { resolve(pdf: Uint8Array): void; reject(error: Error): void }

const idle_ms = 60_000
const patience_ms = 30_000
/**
 * Sets papers as PDF/A-3 in a process of its own, which begins with the first paper and ends after a minute without one: the
 * typesetter and its fonts would cost the server a third of its memory. A process that dies or hangs fails the paper it sets, and the
 * next paper gets a new one. What was set lately is not set again: readers of one link get the same bytes.
 */
export function createPdfRenderer(turns: PaperTurns): PdfRenderer {
  const process = createSettingProcess()
  const cache = createPaperCache()
  const inTurn = (owner: number, papers: readonly PdfPaper[], format: PdfRequest['format']) =>
    cache.get(hash('sha256', serialize([format, papers]), 'hex'), () =>
      turns.take(owner, () => process.set(papers, format)),
    )
  return {
    render: (owner, ...papers) => inTurn(owner, papers, 'pdf'),
    picture: (owner, paper) => inTurn(owner, [paper], 'svg'),
    stop: () => process.end('the server stops'),
  }
}

/** The process, and the paper that it sets. */
function createSettingProcess() {
  let worker: ChildProcess | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined
  let setting: Setting | undefined

  function end(reason: string): void {
    const [ended, failed] = [worker, setting]
    worker = undefined
    setting = undefined
    clearTimeout(idle)
    ended?.removeAllListeners()
    ended?.on('error', () => {})
    ended?.kill('SIGKILL')
    failed?.reject(new Error(reason))
  }

  function start(): ChildProcess {
    const made = fork(new URL('./worker.ts', import.meta.url), { serialization: 'advanced', execArgv: [] })
    made.on('message', ({ pdf, error }: PdfReply) => {
      const pending = setting
      setting = undefined
      idle = setTimeout(() => end('idle'), idle_ms).unref()
      if (pdf) pending?.resolve(pdf)
      else pending?.reject(new Error(error))
    })
    made.on('error', (error) => end(`the process that sets papers failed: ${error.message}`))
    made.on('exit', () => end('the process that sets papers ended'))
    // It never keeps the server from ending.
    made.unref()
    made.channel?.unref()
    return made
  }

  function set(papers: readonly PdfPaper[], format: PdfRequest['format']): Promise<Uint8Array> {
    clearTimeout(idle)
    worker ??= start()
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    setting = { resolve, reject }
    const limit = setTimeout(() => end('a paper took too long to set'), patience_ms)
    worker.send({ id: next++, papers, format } satisfies PdfRequest)
    return promise.finally(() => clearTimeout(limit))
  }

  return { set, end }
}
