import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

type Session = { client: Socket; texts: Map<string, Buffer>; server: Server | null; queue: Buffer[]; unsynced: number }
/** `parses`: for each Parse that was sent, in which batch it is and whether its client knows of it. */
type Server = {
  socket: Socket
  known: Set<string>
  session: Session | null
  hasFailed: boolean
  parses: { batch: number; isOwn: boolean }[]
  sent: number
  answered: number
}

const allowed = ['user', 'database', 'application_name', 'client_encoding', 'datestyle', 'timezone', 'replication']
const kindOf = (message: Buffer) => String.fromCharCode(message[0] as number)
const textAt = (message: Buffer, at: number) => message.toString('utf8', at, message.indexOf(0, at))

/**
 * A stand-in of PgBouncer in transaction mode, so that the tests need no further program: a connection of the database belongs to a client for one transaction
 * only, the one that was used last is given away first, and unknown parameters of a connection are refused. `follows`: a statement that a client has prepared is
 * known on every connection, as in PgBouncer from 1.21 on.
 */
export async function createPooler(upstream: ConnectionSettings, { follows }: { follows: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-pooler-'))
  const state = { follows, free: [] as Server[], all: new Set<Socket>(), transactions: 0, upstream }
  const listener = createServer((client) => greet(state, client))
  await new Promise<void>((resolve) => listener.listen(join(folder, '.s.PGSQL.6432'), resolve))
  return {
    settings: { ...upstream, host: folder, port: 6432 },
    /** How often a client was given a connection. */
    transactions: () => state.transactions,
    async stop() {
      for (const socket of state.all) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
type State = { follows: boolean; free: Server[]; all: Set<Socket>; transactions: number; upstream: ConnectionSettings }

function greet(state: State, client: Socket): void {
  state.all.add(client)
  client.on('error', () => {})
  const session: Session = { client, texts: new Map(), server: null, queue: [], unsynced: 0 }
  client.once('data', (bytes: Buffer) => {
    const words = bytes.toString('utf8', 8).split('\0')
    const unknown = words.filter((_, index) => index % 2 === 0).find((word) => word && !allowed.includes(word))
    if (unknown) {
      const text = `SFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
      return void client.end(messageOf('E', Buffer.from(text)))
    }
    const isReady = [messageOf('R', Buffer.alloc(4)), messageOf('S', Buffer.from('client_encoding\0UTF8\0'))]
    client.write(Buffer.concat([...isReady, messageOf('Z', Buffer.from('I'))]))
    client.on(
      'data',
      splitter((message) => ask(state, session, message)),
    )
  })
  client.on('close', () => {
    state.all.delete(client)
    session.server?.socket.destroy()
  })
}

function ask(state: State, session: Session, message: Buffer): void {
  if (kindOf(message) === 'X') return void session.client.end()
  if (session.server) {
    pass(state, session, session.server, message)
    return
  }
  session.queue.push(message)
  if (session.queue.length > 1) return
  const free = state.free.pop()
  const given = free ? Promise.resolve(free) : open(state)
  void given.then((server) => {
    state.transactions++
    session.server = server
    server.session = session
    for (const waiting of session.queue.splice(0)) pass(state, session, server, waiting)
  })
}

/** A connection of the database, after pg has signed in on it. */
async function open(state: State): Promise<Server> {
  const client = new pg.Client(state.upstream)
  await client.connect()
  const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream
  for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event)
  socket.on('error', () => {})
  state.all.add(socket)
  const server = { socket, known: new Set<string>(), session: null, hasFailed: false, parses: [], sent: 0, answered: 0 }
  socket.on(
    'data',
    splitter((message) => answer(state, server, message)),
  )
  return server
}

function pass(state: State, session: Session, server: Server, message: Buffer): void {
  const kind = kindOf(message)
  if (kind === 'P') {
    const name = textAt(message, 5)
    session.texts.set(name, message)
    // Another client has prepared it here: its statement makes room.
    if (state.follows && name && server.known.has(name)) server.socket.write(messageOf('C', Buffer.from(`S${name}\0`)))
    if (name) server.known.add(name)
    server.parses.push({ batch: server.sent, isOwn: true })
  }
  const used = kind === 'B' ? textAt(message, 5 + textAt(message, 5).length + 1) : ''
  const text = session.texts.get(used)
  if (state.follows && used && text && !server.known.has(used)) {
    server.known.add(used)
    server.parses.push({ batch: server.sent, isOwn: false })
    server.socket.write(text)
  }
  if (kind === 'S' || kind === 'Q') {
    server.sent++
    session.unsynced++
  }
  server.socket.write(message)
}

function answer(state: State, server: Server, message: Buffer): void {
  const { session } = server
  const kind = kindOf(message)
  // CloseComplete is always ours, ParseComplete where the client did not ask for it.
  if (kind === '3' || (kind === '1' && server.parses.shift()?.isOwn === false)) return
  if (kind === 'E') server.hasFailed = true
  session?.client.write(message)
  if (kind !== 'Z' || !session) return
  server.answered++
  server.parses = server.parses.filter(({ batch }) => batch >= server.answered)
  session.unsynced--
  if (session.unsynced > 0 || message.toString('latin1', 5, 6) !== 'I') return
  session.server = null
  server.session = null
  // What a failed batch prepared is not known: another connection takes its place.
  if (server.hasFailed) server.socket.destroy()
  else state.free.push(server)
}

function messageOf(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Calls with each whole message of the protocol. */
function splitter(onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = rest.readInt32BE(1) + 1
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      onMessage(message)
    }
  }
}
