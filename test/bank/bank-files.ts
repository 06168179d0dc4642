import type { Client, Reply } from '../harness/api.ts'

/** A file of the bank as a browser uploads it. */
export function uploadStatement(owner: Client, account_id: number, content: string): Promise<Reply> {
  const head = `--x\r\nContent-Disposition: form-data; name="account_id"\r\n\r\n${account_id}\r\n--x\r\nContent-Disposition: form-data; name="statement_file"; filename="bank.csv"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')])
  return owner.ask('POST', '/bank/statements', {
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
}
