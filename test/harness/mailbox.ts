import { type AddressInfo, createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = { to: string[]; raw: string }
export type Mailbox = { url: string; mails: ReceivedMail[]; stop(): Promise<void> }
type Behaviour = Pick<SMTPServerOptions, 'onRcptTo' | 'onAuth' | 'authOptional'> & {
  /** The response to an accepted message. Never calls back while the server hangs. */
  onTaken?: (mails: ReceivedMail[], answer: (error?: Error) => void) => void
}

/** A real mail server on a free port, with what it received. */
export async function openMailbox({ onTaken, ...behaviour }: Behaviour = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: behaviour.onAuth ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    ...behaviour,
    onData(stream, { envelope }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(parts).toString('utf8') })
        if (onTaken) onTaken(mails, callback)
        else callback()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Takes connections and hangs up at once, after the message was handed over or before. */
export async function openDroppingServer(isAfterMessage: boolean): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (!isAfterMessage) return void socket.destroy()
    let isData = false
    socket.write('220 ready\r\n')
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      if (isData) return void (said.includes('\r\n.\r\n') && socket.destroy())
      isData = said.startsWith('DATA')
      socket.write(isData ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The decoded parts of a message: its headers, its text, and its attachments by name. */
export function openMail({ raw }: ReceivedMail) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  const headers = head.replace(/\r\n[ \t]+/g, ' ')
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [`${head}\r\n\r\n${rest.join('\r\n\r\n')}`]
  const opened = parts.map((part) => {
    const at = part.indexOf('\r\n\r\n')
    const [own, body] = [part.slice(0, at), part.slice(at + 4)]
    const isBase64 = /Content-Transfer-Encoding: base64/i.test(own)
    const bytes = isBase64 ? Buffer.from(body.replace(/\s/g, ''), 'base64') : Buffer.from(unquoted(body), 'latin1')
    return { name: /filename="?([^"\r\n;]+)/.exec(own)?.[1], bytes }
  })
  return {
    headers,
    subject: decodedWords(/^Subject: (.*)$/m.exec(headers)?.[1] ?? ''),
    text: opened.find(({ name }) => name === undefined)?.bytes.toString('utf8') ?? '',
    files: Object.fromEntries(opened.flatMap(({ name, bytes }) => (name ? [[name, bytes] as const] : []))),
  }
}

const unquoted = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, way: string, said: string) =>
      way.toUpperCase() === 'B'
        ? `\u0000${Buffer.from(said, 'base64').toString('latin1')}`
        : `\u0000${unquoted(said.replaceAll('_', ' '))}`,
    )
    .split('\u0000')
    .map((part, index) => (index === 0 ? part : Buffer.from(part, 'latin1').toString('utf8')))
    .join('')
