import { afterAll, afterEach, expect, test } from 'vitest'
import { readQr } from '#server/e-document/qr.ts'
import { callsOf, expectOk } from '../harness/organization.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

// Around Riyadh's midnight, in a process of any time zone: paper, XML and QR code say the same day and time, that of Riyadh, and the
// platform accepts them.

const zone = process.env.TZ
let books: Phase2 | undefined
afterEach(() => books?.stop())
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const zones = ['America/Los_Angeles', 'UTC', 'Asia/Riyadh', 'Pacific/Kiritimati']
const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
const before = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
const moments = [
  ['00:30', `${before}T21:30:00Z`, /^00:3\d:/],
  ['23:58', `${day}T20:58:00Z`, /^23:5\d:/],
] as const

test.each(zones.flatMap((tz) => moments.map(([said, start, time]) => [tz, said, start, time] as const)))(
  'in %s at %s of Riyadh',
  async (tz, _, start, time) => {
    process.env.TZ = tz
    books = await createPhase2(new Date(start))
    const { owner, app } = books
    const { get, post } = callsOf(owner)
    const sold = await books.invoice()
    const { data } = expectOk(await books.issue(sold)).body
    expect(data.e_document.state).toMatch(/^accepted/)
    const note = { note_date: day, reason: 'إرجاع', lines: [{ line_number: 1, amount: 10 }] }
    const { id } = await post(`/invoices/${sold}/credit-note`, note)
    expectOk(await books.issue(id, '/credit-notes'))
    expectOk(await books.issue(await books.simplified()))
    await app.app.services.outbox.drain()
    const documents = await get('/e-invoicing/documents')
    expect(documents.map(({ state }: { state: string }) => state.slice(0, 8))).toEqual(Array(3).fill('accepted'))
    const { issue_date, issue_time } = data.e_document
    expect([issue_date, issue_time]).toEqual([day, expect.stringMatching(time)])
    expect(data.issue_time).toBe(issue_time)
    const stamp = readQr(data.qr)?.find(({ tag }) => tag === 3)
    expect(stamp?.value.toString()).toBe(`${issue_date}T${issue_time}`)
    const xml = String((await owner.get(`/invoices/${sold}/xml`)).body)
    expect(xml).toContain(`<cbc:IssueDate>${issue_date}</cbc:IssueDate>`)
    expect(xml).toContain(`<cbc:IssueTime>${issue_time}</cbc:IssueTime>`)
  },
)
