import { write, writeSync } from 'node:fs'

const together_bytes = 4096
/** Above this, lines that cannot be written are dropped: lines may be lost, requests may not. */
const waitingMaximum = 4_000_000
const flush_ms = 250
const again_ms = 100

/**
 * Lines are written in batches, four times a second: writing each one separately took a fifteenth of a posting's time. The last batch is
 * written at exit. A full disk or a closed reader loses lines and nothing else.
 */
export function gatheredLines(fd = 1): { write(line: string): void } {
  let waiting: string[] = []
  let length = 0
  let isLeaving = false
  const taken = () => {
    const lines = Buffer.from(waiting.join(''))
    waiting = []
    length = 0
    return lines
  }
  const leave = () => {
    if (isLeaving || length === 0) return
    isLeaving = true
    const lines = taken()
    const from = (at: number) =>
      write(fd, lines, at, (error, written) => {
        if (error?.code === 'EAGAIN') return void setTimeout(from, again_ms, at).unref()
        if (!error && at + written < lines.length) return from(at + written)
        isLeaving = false
        if (!error && length >= together_bytes) leave()
      })
    from(0)
  }
  setInterval(leave, flush_ms).unref()
  process.on('exit', () => {
    try {
      if (length > 0) writeSync(fd, taken())
    } catch {
      // There is no place left to report it.
    }
  })
  return {
    write(line) {
      if (length > waitingMaximum) return
      waiting.push(line)
      length += line.length
      if (length >= together_bytes) leave()
    },
  }
}
