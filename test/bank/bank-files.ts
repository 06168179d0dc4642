import type { Client, Reply, ReplyBody } from '../harness/api.ts'
import { callsOf, expectOk, type Organization, today } from '../harness/organization.ts'

export const year = today().slice(0, 4)
export type BankRow = [day: string, text: string, amount: number]
/** A table of the bank with days of this year. */
export const bankTable = (...rows: BankRow[]): string =>
  ['Date,Description,Amount', ...rows.map(([day, text, amount]) => `${year}-${day},${text},${amount}`)].join('\n')

/** The account of the organization's payment method. */
export async function bankAccountOf(owner: Organization): Promise<number> {
  const methods = (await callsOf(owner).get('/payment-methods')) as ReplyBody[]
  return methods.find((one) => one.id === owner.ids.method)?.account.id
}

export const bankLines = async (owner: Client, account_id: number | undefined, state?: string): Promise<ReplyBody[]> =>
  expectOk(
    await owner.get(`/bank/statements/lines?account_id=${account_id}${state ? `&state=${state}` : ''}&per_page=100`),
  ).body.data

/** A file of the bank as a browser uploads it. */
export function uploadStatement(owner: Client, account_id: number, content: string): Promise<Reply> {
  const head = `--x\r\nContent-Disposition: form-data; name="account_id"\r\n\r\n${account_id}\r\n--x\r\nContent-Disposition: form-data; name="statement_file"; filename="bank.csv"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')])
  return owner.ask('POST', '/bank/statements', {
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
