import { expect } from 'vitest'
import type { Client, Reply, ReplyBody } from '../harness/api.ts'
import { expectOk } from '../harness/organization.ts'

/** Files as a browser uploads them to the import desk. */
export type Run = {
  kind: string
  content: string | Buffer
  commit: boolean
  duplicates: string
  create_missing: boolean
}

export async function importFile(owner: Client, kind: string, content: string | Buffer): Promise<Reply> {
  const head = `--x\r\nContent-Disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--x\r\nContent-Disposition: form-data; name="import_file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')])
  return owner.ask('POST', '/imports', { payload, headers: { 'content-type': 'multipart/form-data; boundary=x' } })
}

export const importOf = async (owner: Client, kind: string, content: string | Buffer): Promise<ReplyBody> =>
  expectOk(await importFile(owner, kind, content)).body.data

/** Uploads, sets the options, and checks or commits. */
export async function runOf(
  owner: Client,
  { kind, content, commit = true, ...change }: Partial<Run>,
): Promise<ReplyBody> {
  const { id, options } = await importOf(owner, kind as string, content as string)
  if (Object.keys(change).length > 0)
    expectOk(await owner.post(`/imports/${id}/mapping`, { options: { ...options, ...change } }))
  return endOf(owner, id, await owner.post(`/imports/${id}/${commit ? 'commit' : 'check'}`))
}

export const commitOf = async (owner: Client, id: number): Promise<ReplyBody> =>
  endOf(owner, id, await owner.post(`/imports/${id}/commit`))

async function endOf(owner: Client, id: number, reply: Reply): Promise<ReplyBody> {
  const { data } = expectOk(reply).body
  return isRunning(data) ? ended(owner, id) : data
}

const isRunning = ({ state }: ReplyBody) => ['checking', 'committing', 'undoing'].includes(state)

/** The answer of a long run comes before its end. */
async function ended(owner: Client, id: number): Promise<ReplyBody> {
  const read = async () => expectOk(await owner.get(`/imports/${id}`)).body.data
  await expect.poll(async () => isRunning(await read())).toBe(false)
  return read()
}

export async function undoOf(owner: Client, id: number): Promise<Reply> {
  const reply = await owner.post(`/imports/${id}/undo`)
  if (reply.status === 200 && isRunning(reply.body.data)) reply.body.data = await ended(owner, id)
  return reply
}
