import { beforeAll, describe, expect, test } from 'vitest'
import { attachmentsMaximum } from '#contract/attachments.ts'
import { createTestApp, type TestApp } from '../harness/api.ts'
import { journalBody } from '../harness/bodies.ts'
import { fileUpload } from '../harness/multipart.ts'
import {
  callsOf,
  createOrganization,
  expectOk,
  idOf,
  invoiceBody,
  type Organization,
  today,
} from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'

// Attachments of records (accounting rule B4). They may be added to locked records, their type follows from their bytes, and other
// organisations cannot see them.

let app: TestApp
let owner: Organization
let calls: ReturnType<typeof callsOf>
let papers: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await createOrganization(app)
  calls = callsOf(owner)
  papers = `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner)))}/attachments`
})
const pdf = Buffer.from('%PDF-1.7\n% a bill of a supplier\n')

const attach = (path: string, name: string, content: Buffer, by: Organization = owner) =>
  by.ask('POST', path, fileUpload('attached_file', name, content))
const count = (condition: string) =>
  withSuperuser(app, async (client) => (await client.query(`SELECT FROM attachments WHERE ${condition}`)).rowCount)

describe('a paper', () => {
  test('is stored with its record, downloaded byte by byte, and removed', async () => {
    const kept = expectOk(await attach(papers, 'C:\\مستندات\\فاتورة المورد.pdf', pdf)).body.data
    expect(kept).toMatchObject({ name: 'فاتورة المورد.pdf', mimetype: 'application/pdf', size: pdf.length })
    expect(await calls.get(papers)).toEqual([kept])
    const file = await owner.get(`${papers}/${kept.id}`)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining(
        `attachment; filename="attachment-${kept.id}.pdf"; filename*=UTF-8''`,
      ),
    })
    expect(String(file.body)).toBe(pdf.toString())
    expectOk(await owner.remove(`${papers}/${kept.id}`))
    expect(await calls.get(papers)).toEqual([])
    expect((await owner.remove(`${papers}/${kept.id}`)).status).toBe(404)
  })
  test('has the type of its bytes, and none that a browser would run', async () => {
    const refused = async (name: string, content: Buffer | string) => {
      const { status, body } = await attach(papers, name, Buffer.from(content))
      return [status, Object.keys(body.errors)]
    }
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82])
    const no = [422, ['attached_file']]
    expect(await refused('page.pdf', '<script>alert(1)</script>')).toEqual(no)
    expect(await refused('page.html', '<script>alert(1)</script>')).toEqual(no)
    expect(await refused('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual(no)
    expect(await refused('picture.pdf', png)).toEqual(no)
    expect(await refused('empty.pdf', '')).toEqual(no)
    expect((await owner.post(papers, {})).status).toBe(422)
    expectOk(await attach(papers, 'picture.PNG', png))
    expect((await attach(papers, 'large.pdf', Buffer.concat([pdf, Buffer.alloc(5_000_000)]))).status).toBe(413)
  })
  test('can be added to a locked record, up to a maximum', async () => {
    expectOk(await owner.post('/accounting/period-locks', { all: today() }))
    const path = `/invoices/${await idOf(owner.get(papers.replace('/attachments', '')))}/attachments`
    const before = (await calls.get(path)).length
    for (let made = before; made < attachmentsMaximum; made++) expectOk(await attach(path, `${made}.pdf`, pdf))
    expect((await attach(path, 'more.pdf', pdf)).body.errors).toHaveProperty('attached_file')
    expectOk(await owner.post('/accounting/period-locks', { all: '' }))
  })
  test('concurrent uploads stay within the limit, and each keeps its name', async () => {
    const path = `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner)))}/attachments`
    const replies = await Promise.all(Array.from({ length: 30 }, (_, n) => attach(path, `فاتورة ${n} (1).pdf`, pdf)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(attachmentsMaximum)
    const [first] = await calls.get(path)
    const { headers } = await owner.get(`${path}/${first.id}`)
    const said = /filename\*=UTF-8''(\S+)$/.exec(headers['content-disposition'] as string)?.[1] ?? ''
    expect(decodeURIComponent(said)).toBe(first.name)
  })
  test('finds no more room where all papers of the organisation are too many', async () => {
    const path = `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner)))}/attachments`
    const { id } = expectOk(await attach(path, 'large.pdf', pdf)).body.data
    const size = (bytes: number) =>
      withSuperuser(app, (client) => client.query('UPDATE attachments SET size = $1 WHERE id = $2', [bytes, id]))
    await size(2_147_483_647)
    const more = await Promise.all([attach(path, 'a.pdf', pdf), attach(path, 'b.pdf', pdf)])
    await withSuperuser(app, (client) =>
      client.query(
        'UPDATE attachments SET size = 2147483647 WHERE source_id = (SELECT source_id FROM attachments WHERE id = $1)',
        [id],
      ),
    )
    expect(more.map(({ status }) => status)).toEqual([200, 200])
    const refused = await attach(path, 'c.pdf', pdf)
    expect([refused.status, refused.headers.refusal]).toEqual([422, 'attachments_full'])
    await size(pdf.length)
  })
  test('is deleted with its draft', async () => {
    const drafts = [
      `/invoices/${await idOf(owner.post('/invoices', invoiceBody(owner, { status: 'draft' })))}`,
      `/accounting/journal-entries/${await idOf(owner.post('/accounting/journal-entries', await journalBody(owner, { status: 'draft' })))}`,
    ]
    const others = await count('true')
    for (const path of drafts) expectOk(await attach(`${path}/attachments`, 'slip.pdf', pdf))
    expect(await count('true')).toBe((others ?? 0) + 2)
    for (const path of drafts) expectOk(await owner.remove(path))
    expect(await count('true')).toBe(others)
  })
  test('of another organization is not found', async () => {
    const [kept] = await calls.get(papers)
    const stranger = await createOrganization(app)
    const statuses = [
      (await stranger.get(papers)).status,
      (await stranger.get(`${papers}/${kept.id}`)).status,
      (await stranger.remove(`${papers}/${kept.id}`)).status,
      (await attach(papers, 'slip.pdf', pdf, stranger)).status,
    ]
    expect(statuses).toEqual([404, 404, 404, 404])
    // Under another record of its owner it is not there either.
    const other = papers.replace('/invoices', '/bills')
    expect((await owner.get(`${other}/${kept.id}`)).status).toBe(404)
  })
})
