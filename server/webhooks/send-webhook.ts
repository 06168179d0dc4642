import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { BlockList } from 'node:net'
import { checkedLookup, checkWebhookUrl, type ResolveName } from './public-address.ts'

export type WebhookAnswer = { status: number; body: string }

const readMaximum_bytes = 4_096

/**
 * One POST. Redirects are not followed, because they could lead anywhere. Only the beginning of the response is read.
 * Throws for everything that is not a response.
 */
export function sendWebhook(
  address: string,
  body: string,
  headers: Record<string, string>,
  { allowed, timeout_ms, resolveName }: { allowed: BlockList; timeout_ms: number; resolveName?: ResolveName },
): Promise<WebhookAnswer> {
  const url = checkWebhookUrl(address, allowed)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        // A connection of its own each time: a pooled one would skip the look-up.
        agent: false,
        lookup: checkedLookup(allowed, resolveName),
        signal: AbortSignal.timeout(timeout_ms),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Mizan-Webhooks/1',
        },
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        const parts: Buffer[] = []
        let length = 0
        const done = () =>
          resolve({ status, body: Buffer.concat(parts).subarray(0, readMaximum_bytes).toString('utf8') })
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          length += part.length
          if (length < readMaximum_bytes) return
          done()
          answer.destroy()
        })
        answer.on('end', done).on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
