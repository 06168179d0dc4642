import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { notes } from './limited-user.ts'

/** The reset link of the newest message to this address, once it lies in the outbox. */
export const resetLink = (address: string): Promise<string> => linkTo(address, /\/reset-password\?\S+/)
/** The same of an invitation. */
export const invitationLink = (address: string): Promise<string> => linkTo(address, /\/invitation\?\S+/)

async function linkTo(address: string, pattern: RegExp): Promise<string> {
  const { outbox } = notes()
  let link: string | undefined
  await expect(() => {
    const messages = readdirSync(outbox)
      .sort()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
    const newest = messages.findLast((message) => new RegExp(`^To: .*${address}`, 'im').test(message))
    const text = newest ? bodyOf(newest) : ''
    link = pattern.exec(text)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 30_000 })
  return link as string
}

/** The text of a message as it was written, from either encoding that mail uses. */
function bodyOf(message: string): string {
  const body = message.slice(message.indexOf('\r\n\r\n'))
  if (/^content-transfer-encoding: base64/im.test(message)) return Buffer.from(body, 'base64').toString('utf8')
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
