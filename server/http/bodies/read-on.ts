import type { IncomingMessage } from 'node:http'

const bytesMaximum = 64_000_000
const longest_ms = 10_000

/**
 * Reads and discards what a client still sends, within bounds. A client that is cut off while it sends meets a broken pipe and never
 * reads why it was refused.
 */
export function readOn(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed || Number(request.headers['content-length']) > bytesMaximum)
    return Promise.resolve()
  return new Promise((resolve) => {
    let received = 0
    const end = () => {
      clearTimeout(limit)
      request.off('data', count).off('end', end).off('close', end)
      resolve()
    }
    const count = (chunk: Buffer) => {
      received += chunk.length
      if (received > bytesMaximum) end()
    }
    const limit = setTimeout(end, longest_ms)
    request.on('data', count).once('end', end).once('close', end)
    request.resume()
  })
}
