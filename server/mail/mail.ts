import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'

export type MailAttachment = { filename: string; content: Uint8Array; contentType: string }
/** The page on which a recipient stops mail, and the address that a mailbox calls by itself: only where one person got the mail. */
export type StopLinks = { page: string; oneClick?: string }
export type Message = {
  to: string | readonly string[]
  subject: string
  text: string
  /** The name in front of the address of this installation: of the organization that writes. */
  from_name?: string
  reply_to?: string | null
  attachments?: readonly MailAttachment[]
  /** Where a person outside stops such mail. */
  stop?: StopLinks
  /** What makes it this mail: the same again has the same Message-ID, so that a mailbox shows a mail that was sent again once. */
  identity?: string
}
/** `refused`: the mailboxes that were not accepted while others were. */
export type SentMail = { refused: readonly string[] }
export type Mail = { send(message: Message): Promise<SentMail> }
/** `isHandedOver`: the message had been given to the mail server when the connection failed. */
export type MailFailure = { responseCode?: number; isHandedOver?: boolean }
type Patience = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }
type Log = { info(facts: object, message: string): void }

/** A server that hangs is left before the claim of the message runs out (server/outbox/runner.ts). */
const usualPatience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/** SMTP where `SMTP_URL` is set; otherwise a folder of .eml files that the log points to. */
export function createMail(config: Config, log: Log, patience: Patience = usualPatience): Mail {
  const { smtpUrl } = config
  if (!smtpUrl) return folderMail(config, log)
  return {
    async send(message) {
      const { bytes, envelope } = await composed(config, message)
      let isHandedOver = false
      // Read only when the server asked for the message.
      const raw = Readable.from(
        (function* () {
          isHandedOver = true
          yield bytes
        })(),
      )
      try {
        return { refused: await sendOver({ url: smtpUrl, ...patience }, envelope, raw) }
      } catch (error) {
        throw Object.assign(error as Error, { isHandedOver })
      }
    },
  }
}

type Settings = Patience & { url: string }
type Envelope = { from: string; to: string[] }

/** One conversation with the mail server. Answers the mailboxes that were not accepted while others were. */
async function sendOver({ url, ...patience }: Settings, envelope: Envelope, message: Readable): Promise<string[]> {
  // Loaded with the first message.
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const { auth, ...options } = parseConnectionUrl(url)
  const connection = new SMTPConnection({ requireTLS: !isPlainAllowed(url), ...options, ...patience })
  const { promise: broken, reject } = Promise.withResolvers<never>()
  broken.catch(() => {})
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('the mail server closed the connection')))
  const said = <Result>(ask: (callback: (error?: Error | null, result?: Result) => void) => void) =>
    Promise.race([
      broken,
      new Promise<Result>((resolve, refuse) =>
        ask((error, result) => (error ? refuse(error) : resolve(result as Result))),
      ),
    ])
  try {
    await said((callback) => connection.connect(callback))
    if (auth) await said((callback) => connection.login(auth, callback))
    const { rejected } = await said<{ rejected: string[] }>((callback) => connection.send(envelope, message, callback))
    connection.quit()
    return rejected
  } catch (error) {
    connection.close()
    throw error
  }
}

/** In the clear only to a server on this machine, or where the address says `?requireTLS=false`: links in mail open accounts. */
const isPlainAllowed = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

function folderMail({ dataDir, ...config }: Config, log: Log): Mail {
  const outbox = join(dataDir, 'outbox')
  return {
    async send(message) {
      const { bytes } = await composed(config, message)
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      // The log contains this path, and a log must not contain an email address.
      const path = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await writeFile(path, bytes, { mode: 0o600 })
      log.info({ path }, 'no SMTP_URL is set: the message was written to the outbox folder')
      return { refused: [] }
    },
  }
}

/** The message as bytes. The composer encodes names and subjects, so no line break of theirs reaches a header. */
async function composed({ mailFrom }: Pick<Config, 'mailFrom'>, message: Message) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  const { to, subject, text, from_name, reply_to, identity, stop, attachments = [] } = message
  const address = /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom
  const node = new MailComposer({
    from: from_name ? { name: from_name, address } : mailFrom,
    to: [to].flat(),
    subject,
    text,
    ...(reply_to && { replyTo: reply_to }),
    ...(identity && { messageId: messageId(identity, address) }),
    ...(stop && { headers: stopHeaders(stop) }),
    attachments: attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
  }).compile()
  const { from, to: recipients } = node.getEnvelope()
  return { bytes: await node.build(), envelope: { from: from || address, to: recipients } }
}

/** A mailbox shows a button for them (RFC 2369, RFC 8058). */
const stopHeaders = ({ page, oneClick }: StopLinks): Record<string, string> => ({
  'List-Unsubscribe': `<${oneClick ?? page}>`,
  ...(oneClick !== undefined && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

const messageId = (identity: string, address: string): string =>
  `<${createHash('sha256').update(identity).digest('hex').slice(0, 40)}@${address.split('@')[1] ?? 'mizan'}>`
