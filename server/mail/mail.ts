import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Config } from '#server/config.ts'

export type Message = { to: string; subject: string; text: string }
export type Mail = { send(message: Message): Promise<void> }
type Log = { info(facts: object, message: string): void }

/** SMTP where `SMTP_URL` is set; otherwise a folder of .eml files that the log points to. */
export function createMail(config: Config, log: Log): Mail {
  let transport: Transporter | undefined
  // Loaded with the first message.
  const open = async () => {
    const { default: nodemailer } = await import('nodemailer')
    const defaults = { from: config.mailFrom }
    transport ??= config.smtpUrl
      ? (nodemailer.createTransport(config.smtpUrl, defaults) as Transporter)
      : (nodemailer.createTransport({ streamTransport: true, buffer: true }, defaults) as Transporter)
    return transport
  }
  if (config.smtpUrl) return { send: async (message) => void (await (await open()).sendMail(message)) }
  const outbox = join(config.dataDir, 'outbox')
  return {
    async send(message) {
      const sent = (await (await open()).sendMail(message)) as { message: Buffer }
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      // The log contains this path, and a log must not contain an email address.
      const path = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await writeFile(path, sent.message, { mode: 0o600 })
      log.info({ path }, 'no SMTP_URL is set: the message was written to the outbox folder')
    },
  }
}
