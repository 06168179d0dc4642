import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../test/harness/server-process.ts'
import { prepareSeller } from './prepare-seller.ts'

/**
 * `node bench/e-invoicing.ts`: what issuing costs in phase 2, with stamp, chain, XML and QR code, in turns with the posting of the same
 * invoices; eight clients on one unit; the PDF/A-3 of one page; the server's memory. The stand-in of the platform runs in a process of
 * its own. Invoices are simplified: those are stamped at once and reported later.
 */
const turns = 80
const clients = 8
const each = 20

const dataDir = mkdtempSync(join(tmpdir(), 'mizan-e-invoicing-'))
const platform = await startPlatform()
const server = startProcess({ DATA_DIR: dataDir, NODE_ENV: 'production', E_INVOICE_PLATFORM: platform.address })
try {
  const address = await server.address
  if (!address) throw new Error(`the server did not start: ${(await server.ended).said}`)
  const { ask, file, invoice } = await prepareSeller(address, true)
  const post = async () => ((await ask('POST', '/invoices', invoice)) as { id: number }).id
  const issue = (id: number) => ask('POST', `/invoices/${id}/issue`, {})
  for (let warm = 0; warm < 20; warm++) await issue(await post())
  await alternating(post, issue)
  await eightClients(post, issue)
  await papers(post, issue, file)
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  const memory = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024).toFixed(0)
  console.log(`memory of the server: ${memory('VmRSS')} MB now, ${memory('VmHWM')} MB at most`)
} finally {
  server.child.kill('SIGTERM')
  await server.ended
  platform.child.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

async function alternating(post: () => Promise<number>, issue: (id: number) => Promise<unknown>) {
  const [posting, issuing]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    const began = performance.now()
    const id = await post()
    const between = performance.now()
    await issue(id)
    posting.push(between - began)
    issuing.push(performance.now() - between)
  }
  const [posted, issued] = [median(posting), median(issuing)]
  console.log(
    `alternating: posting ${posted.toFixed(1)} ms, issuing ${issued.toFixed(1)} ms: ${(issued / posted).toFixed(2)} x`,
  )
}

async function eightClients(post: () => Promise<number>, issue: (id: number) => Promise<unknown>) {
  const perSecond = async (work: (client: number) => Promise<unknown>) => {
    const began = performance.now()
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let count = 0; count < each; count++) await work(client)
      }),
    )
    return (clients * each * 1000) / (performance.now() - began)
  }
  const one = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    for (let count = 0; count < each; count++) await work()
    return (each * 1000) / (performance.now() - began)
  }
  const ids: number[] = []
  const next = () => issue(ids.pop() as number)
  const aloneposting = await one(post)
  const posting = await perSecond(async () => ids.push(await post()))
  for (let more = 0; more < each; more++) ids.push(await post())
  const aloneIssuing = await one(next)
  const issuing = await perSecond(next)
  console.log(
    `${clients} clients on one unit: issuing ${issuing.toFixed(0)}/s, ${(issuing / aloneIssuing).toFixed(2)} x one client; ` +
      `posting ${posting.toFixed(0)}/s, ${(posting / aloneposting).toFixed(2)} x one client`,
  )
}

async function papers(
  post: () => Promise<number>,
  issue: (id: number) => Promise<unknown>,
  file: (path: string) => Promise<unknown>,
) {
  const times: number[] = []
  for (let count = 0; count < 25; count++) {
    const id = await post()
    await issue(id)
    const began = performance.now()
    await file(`/invoices/${id}/pdf`)
    if (count >= 5) times.push(performance.now() - began)
  }
  console.log(`PDF/A-3 of one page, warm: ${median(times).toFixed(0)} ms`)
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number
}

/** The stand-in in its own process, once it is ready. */
function startPlatform(): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, ['scripts/e-invoice-platform.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) => {
    let said = ''
    child.stdout.on('data', (part: Buffer) => {
      said += part
      const found = /simulation: (http:\S+)/.exec(said)?.[1]
      if (found) resolve({ child, address: new URL(found).origin })
    })
  })
}
