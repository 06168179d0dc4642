import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those could be taken before its program listens. */
let lastPort = 20_000 + Math.floor(Math.random() * 8_000)

/** A port of loopback that nothing listens on, each time another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    lastPort += 1
    const server = createServer().listen(lastPort, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return lastPort
  }
}
