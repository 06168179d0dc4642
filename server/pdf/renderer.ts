import { type ChildProcess, fork } from 'node:child_process'
import type { PdfPaper } from './paper.ts'
import type { PdfReply, PdfRequest } from './worker.ts'

export type PdfRenderer = {
  /** Several papers are appended in one file. */
  render(...papers: readonly PdfPaper[]): Promise<Uint8Array>
  /** The same paper as one SVG picture, page below page. */
  picture(paper: PdfPaper): Promise<Uint8Array>
  stop(): void
}
type Waiting = { resolve(pdf: Uint8Array): void; reject(error: Error): void }

const idle_ms = 60_000
const patience_ms = 30_000

/**
 * Sets papers as PDF/A-3 in a process of its own, which begins with the first paper and ends after a minute without one: the
 * typesetter and its fonts would cost the server a third of its memory. A process that dies or hangs fails what it was asked, and the
 * next paper gets a new one.
 */
export function createPdfRenderer(): PdfRenderer {
  let worker: ChildProcess | undefined
  let next = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function end(reason: string): void {
    const ended = worker
    worker = undefined
    clearTimeout(idle)
    ended?.removeAllListeners()
    ended?.on('error', () => {})
    ended?.kill('SIGKILL')
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  function start(): ChildProcess {
    const made = fork(new URL('./worker.ts', import.meta.url), { serialization: 'advanced', execArgv: [] })
    made.on('message', ({ id, pdf, error }: PdfReply) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (pdf) asked?.resolve(pdf)
      else asked?.reject(new Error(error))
      if (waiting.size === 0) idle = setTimeout(() => end('idle'), idle_ms).unref()
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
    const id = next++
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    waiting.set(id, { resolve, reject })
    const limit = setTimeout(() => end('a paper took too long to set'), patience_ms)
    worker.send({ id, papers, format } satisfies PdfRequest)
    return promise.finally(() => clearTimeout(limit))
  }

  return {
    render: (...papers) => set(papers, 'pdf'),
    picture: (paper) => set([paper], 'svg'),
    stop: () => end('the server stops'),
  }
}
