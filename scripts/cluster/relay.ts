import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Relay = { port: number; cut(): void; heal(): void; stop(): Promise<void> }

/**
 * A connection between two machines that can be cut: then nothing is refused and nothing comes through, as with a lost network.
 * Listens on loopback.
 */
export async function openRelay(port: number, to: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isCut = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    if (isCut) socket.pause()
  }
  const server = createServer((near) => {
    track(near)
    // A connection that is made while it is cut stays silent.
    if (isCut) return
    const far = connect(to, '127.0.0.1')
    track(far)
    near.pipe(far)
    far.pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    cut() {
      isCut = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
    heal() {
      isCut = false
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
