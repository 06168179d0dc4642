import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../test/harness/server-process.ts'
import { prepareSeller } from './prepare-seller.ts'

/**
 * `node bench/overload.ts`: what is served when ten times the sustained rate is offered, in turns with the sustained rate itself, and how
 * long the refused ones wait. The sustained rate is what 32 connections reach, each with its next request when the last is answered. The
 * ten-fold offer comes at fixed times, whether earlier requests are answered or not.
 */
const rounds = 3
const seconds = 8

type Answer = { status: number; ms: number }
type Totals = { served: number; refused: number; other: number; refusedMs: number[] }

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-overload-'))
const server = startProcess({ DATA_DIR: dataDir, NODE_ENV: 'production' })
try {
  const address = await server.address
  if (!address) throw new Error(`the server did not start: ${(await server.ended).said}`)
  const { token, invoice } = await prepareSeller(address)
  const text = requestText(address, token, invoice)
  await sustained(address, text, 3)
  for (let round = 1; round <= rounds; round++) {
    const rate = (await sustained(address, text, seconds)).served / seconds
    const health: number[] = []
    const asking = setInterval(async () => {
      const start = performance.now()
      await fetch(`${address}/api/health`).then((answer) => answer.text())
      health.push(performance.now() - start)
    }, 200)
    const over = await offered(address, text, rate * 10, seconds)
    clearInterval(asking)
    report(round, rate, over, health)
  }
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dataDir, { recursive: true, force: true })
}

/** One request as bytes, with keep-alive. The callers share the cores with the server: a client library costs as much as a refusal. */
function requestText(address: string, token: string, body: object): () => string {
  const { host } = new URL(address)
  const sent = JSON.stringify(body)
  const head = [
    'POST /api/invoices HTTP/1.1',
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'accept-language: en',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(sent)}`,
  ].join('\r\n')
  return () => `${head}\r\nidempotency-key: ${crypto.randomUUID()}\r\n\r\n${sent}`
}

/** A connection that carries one request at a time. */
type Line = { ask(answered: (answer: Answer) => void): void; end(): void }
function openLine(address: string, text: () => string): Line {
  const { hostname, port } = new URL(address)
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let waiting: ((answer: Answer) => void) | undefined
  let started = 0
  let received = ''
  socket.setEncoding('latin1')
  socket.on('error', () => waiting?.({ status: 0, ms: performance.now() - started }))
  socket.on('data', (part: string) => {
    received += part
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < bodyAt + length) return
    const status = Number(received.slice(9, 12))
    if (status !== 200 && status !== 503) throw new Error(received)
    received = ''
    waiting?.({ status, ms: performance.now() - started })
  })
  return {
    ask(answered) {
      waiting = answered
      started = performance.now()
      socket.write(text())
    },
    end: () => socket.destroy(),
  }
}

function totals(): Totals {
  return { served: 0, refused: 0, other: 0, refusedMs: [] }
}
function add(to: Totals, { status, ms }: Answer) {
  if (status === 200) to.served++
  else if (status === 503) {
    to.refused++
    to.refusedMs.push(ms)
  } else to.other++
}

/** Each connection sends its next request when the last is answered. */
async function sustained(address: string, text: () => string, duration_s: number): Promise<Totals> {
  const counted = totals()
  const lines = Array.from({ length: 32 }, () => openLine(address, text))
  const end = performance.now() + duration_s * 1000
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) add(counted, await new Promise<Answer>((resolve) => line.ask(resolve)))
    }),
  )
  for (const line of lines) line.end()
  return counted
}

/** Requests at a fixed rate, each on a free connection; counted until the last second's are sent. */
async function offered(address: string, text: () => string, rate: number, duration_s: number): Promise<Totals> {
  const counted = totals()
  const free: Line[] = []
  const all: Line[] = []
  const begin = performance.now()
  let sent = 0
  let isOver = false
  const opened = () => {
    const line = openLine(address, text)
    all.push(line)
    return line
  }
  const send = () => {
    const line = free.pop() ?? opened()
    line.ask((answer) => {
      free.push(line)
      if (!isOver) add(counted, answer)
    })
  }
  while (performance.now() - begin < duration_s * 1000) {
    const due = Math.floor(((performance.now() - begin) / 1000) * rate)
    for (; sent < due; sent++) send()
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  isOver = true
  for (const line of all) line.end()
  return counted
}

function report(round: number, rate: number, over: Totals, health: number[]): void {
  const at = (times: number[], share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1)
  const served = over.served / seconds
  console.log(
    `round ${round}: sustained ${rate.toFixed(0)}/s; under ten-fold offer ${served.toFixed(0)}/s served (${((served / rate) * 100).toFixed(0)} %), ` +
      `${over.refused} refused with 503, p50 ${at(over.refusedMs, 0.5)} ms, p99 ${at(over.refusedMs, 0.99)} ms; ` +
      `health p50 ${at(health, 0.5)} ms, p99 ${at(health, 0.99)} ms; other answers ${over.other}`,
  )
}
