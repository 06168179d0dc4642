import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionSettings } from '#server/db/driver/pool.ts'

/**
 * When to cut a connection that commits: before the commit leaves, after it was made and before its answer arrives, or in the middle
 * of that answer.
 */
export type Cut = 'before' | 'after' | 'within'
/** It is asked by the name of its prepared statement, which is its text (`server/db/driver/pipelined-client.ts`), and answered by that word too. */
const commit = Buffer.from('COMMIT\0')
/** The reply message begins differently from the request. */
const startOf = (bytes: Buffer, at: number) => (bytes[at - 6] === 'B'.charCodeAt(0) ? at - 6 : at - 5)

/** A proxy between the pool and PostgreSQL. It cuts the next connections that commit, exactly at the chosen point. */
export async function createCuttingProxy(upstream: ConnectionSettings) {
  const host = mkdtempSync(join(tmpdir(), 'mizan-cut-'))
  const state: { cuts: Cut[]; made: number } = { cuts: [], made: 0 }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const target = upstream.host.startsWith('/')
      ? connect(join(upstream.host, `.s.PGSQL.${upstream.port}`))
      : connect(upstream.port, upstream.host)
    relay(client, target, state)
    for (const socket of [client, target]) {
      open.add(socket)
      socket.on('close', () => open.delete(socket))
      // A cut is an error on both sides.
      socket.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(join(host, '.s.PGSQL.5432'), resolve))
  return {
    settings: { ...upstream, host, port: 5432 },
    cutNext: (...cuts: Cut[]) => state.cuts.push(...cuts),
    /** Cuts that happened. */
    made: () => state.made,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(host, { recursive: true, force: true })
    },
  }
}

function relay(client: Socket, target: Socket, state: { cuts: Cut[]; made: number }): void {
  let cut: Cut | undefined
  const end = () => {
    state.made++
    client.destroy()
    target.destroy()
  }
  client.on('data', (bytes: Buffer) => {
    const at = bytes.indexOf(commit)
    if (at < 0 || cut !== undefined) return void target.write(bytes)
    cut = state.cuts.shift()
    if (cut !== 'before') return void target.write(bytes)
    target.write(bytes.subarray(0, startOf(bytes, at)), end)
  })
  target.on('data', (bytes: Buffer) => {
    const at = cut === undefined ? -1 : bytes.indexOf(commit)
    if (at < 0) return void client.write(bytes)
    if (cut === 'within') client.write(bytes.subarray(0, at + 3), end)
    else end()
  })
  client.on('close', () => target.destroy())
  target.on('close', () => client.destroy())
}
