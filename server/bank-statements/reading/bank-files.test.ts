import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-statement.ts'

// Tables as the banks of the country write them, with the faults that such files have.

const read = (text: string | Buffer) => readBankFile(Buffer.from(text as string), 'statement_file')
const shown = async (text: string | Buffer) =>
  (await read(text)).lines.map(({ date, amount, description }) => [date, amount, description])

describe('a table of a bank', () => {
  test('Al Rajhi: title rows, merged cells, Arabic digits, a total below', async () => {
    const text = [
      'مصرف الراجحي,,,,,',
      'رقم الحساب: SA0380000000608010167519,,,,,',
      ',,,,,',
      'التاريخ,التاريخ الهجري,تفاصيل العملية,مدين,دائن,الرصيد',
      '٠٥/٠١/٢٠٢٦,١٦/٠٧/١٤٤٧,حوالة واردة من شركة الأفق,,"١٬١٥٠٫٠٠","٢٬١٥٠٫٠٠"',
      '٠٧/٠١/٢٠٢٦,١٨/٠٧/١٤٤٧,رسوم تحويل,"١١٫٥٠",,"٢٬١٣٨٫٥٠"',
      ',,الإجمالي,"١١٫٥٠","١٬١٥٠٫٠٠",',
    ].join('\n')
    expect(await read(text)).toMatchObject({ opening_balance: '1000', closing_balance: '2138.5' })
    expect(await shown(text)).toEqual([
      ['2026-01-05', '1150', 'حوالة واردة من شركة الأفق'],
      ['2026-01-07', '-11.5', 'رسوم تحويل'],
    ])
  })
  test('SNB: one amount with DR and CR behind it, latest first, texts wrapped into the next row', async () => {
    const text = [
      'Account Statement;;;',
      'Posting Date;Transaction Details;Amount;Running Balance',
      '31-Jan-2026;POS PURCHASE;"230.50 DR";"769.50 CR"',
      ';JARIR RIYADH;;',
      '05-Jan-2026;SALARY TRANSFER;"1,000.00 CR";"1,000.00 CR"',
    ].join('\r\n')
    expect(await read(text)).toMatchObject({ opening_balance: '0', closing_balance: '769.5' })
    expect(await shown(text)).toEqual([
      ['2026-01-05', '1000', 'SALARY TRANSFER'],
      ['2026-01-31', '-230.5', 'POS PURCHASE · JARIR RIYADH'],
    ])
  })
  test('Riyad: heads in two rows, an opening and a closing balance as rows', async () => {
    const text = [
      'Date,Description,Amount,,Balance',
      ',,Debit,Credit,',
      '01/01/2026,Opening Balance,,,500.00',
      '03/01/2026,RENT,200.00,,300.00',
      '04/01/2026,TRANSFER IN,,50.00,350.00',
      '31/01/2026,Closing Balance,,,350.00',
    ].join('\n')
    expect(await shown(text)).toEqual([
      ['2026-01-03', '-200', 'RENT'],
      ['2026-01-04', '50', 'TRANSFER IN'],
    ])
    expect(await read(text)).toMatchObject({ opening_balance: '500', closing_balance: '350' })
  })
  test('Alinma: an amount and its direction in columns of their own, Windows-1256, semicolons, 1.234,56', async () => {
    const text = [
      'التاريخ;الوصف;نوع الحركة;المبلغ',
      '05/01/2026;حوالة;دائن;1.234,56',
      '06/01/2026;رسوم;مدين;5,75',
    ].join('\n')
    expect(await shown(windows1256(text))).toEqual([
      ['2026-01-05', '1234.56', 'حوالة'],
      ['2026-01-06', '-5.75', 'رسوم'],
    ])
  })
  test('with Hijri dates alone, brackets for what goes out, and a byte order mark', async () => {
    const text = '\ufeffالتاريخ,البيان,المبلغ\n1447/07/16,وارد,(100.00)\n1447/07/17,وارد,250.00\n'
    expect((await shown(text)).map(([day, amount]) => [day, amount])).toEqual([
      ['2026-01-05', '-100'],
      ['2026-01-06', '250'],
    ])
  })
  test('in UTF-16 with tabs, blank rows and a quoted line break', async () => {
    const text = 'Date\tDescription\tDebit\tCredit\n\n05/01/2026\t"INV\n1001"\t\t10.00\n\n'
    expect(await shown(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual([['2026-01-05', '10', 'INV 1001']])
  })
  test('with dashes and zeros for no amount', async () => {
    const text = 'Date,Description,Debit,Credit\n05/01/2026,A,-,10.00\n06/01/2026,B,5.00,0.00\n07/01/2026,C,--,--'
    expect(await shown(text)).toEqual([
      ['2026-01-05', '10', 'A'],
      ['2026-01-06', '-5', 'B'],
    ])
  })
  test.each([
    ['an amount that is no figure', 'Date,Description,Amount\n05/01/2026,A,10.00\n06/01/2026,B,1O.00', 3],
    ['a day that does not exist', 'Date,Description,Amount\n05/01/2026,A,10.00\n31/02/2026,B,5.00', 3],
  ])('with %s is refused with the row', async (_, text, row) => {
    await expect(read(text)).rejects.toMatchObject({ code: 'statement_row', params: { row } })
  })
  test('of another order of days is read by what the file proves', async () => {
    const text = 'Date,Description,Amount\n01/25/2026,A,10\n02/03/2026,B,5'
    expect((await shown(text)).map(([day]) => day)).toEqual(['2026-01-25', '2026-02-03'])
  })
})

describe('other formats with faults', () => {
  const message = (account: string, closing = true) =>
    [
      ':20:A',
      `:25:${account}`,
      ':28C:1/1',
      ':60F:C260101SAR100,00',
      ':61:2601050105C50,00NTRFNONREF//1',
      ':86:IN',
      ...(closing ? [':62F:C260105SAR150,00'] : []),
      '-',
    ].join('\n')
  test('MT940 without its closing balance is cut off', async () => {
    await expect(read(message('SA1', false))).rejects.toMatchObject({ code: 'statement_cut_off' })
  })
  test('MT940 of two accounts is refused, two messages of one account follow each other', async () => {
    await expect(read(`${message('SA1')}\n${message('SA2')}`)).rejects.toMatchObject({
      code: 'statement_several_accounts',
    })
    const second = message('SA1')
      .replace('C260101SAR100,00', 'C260105SAR150,00')
      .replace('SAR150,00\n-', 'SAR200,00\n-')
    expect(await read(`${message('SA1')}\n${second}`)).toMatchObject({ opening_balance: '100', closing_balance: '200' })
  })
  test('MT940 with a line that cannot be read names it', async () => {
    await expect(read(message('SA1').replace('C50,00', 'X50,00'))).rejects.toMatchObject({ code: 'statement_row' })
  })
  const camt = (...ibans: string[]) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${ibans
      .map(
        (iban, index) => `<Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
        ${balance('OPBD', index * 10)}${balance('CLBD', index * 10 + 10)}
        <Ntry><Amt Ccy="SAR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-01-0${index + 1}</Dt></BookgDt></Ntry></Stmt>`,
      )
      .join('')}</BkToCstmrStmt></Document>`
  const balance = (kind: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">${amount}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>`
  test('CAMT with several statements of one account is one, of two accounts refused', async () => {
    expect(await read(camt('SA1', 'SA1'))).toMatchObject({ opening_balance: '0', closing_balance: '20' })
    await expect(read(camt('SA1', 'SA2'))).rejects.toMatchObject({ code: 'statement_several_accounts' })
  })
  test('OFX that ends in the middle is cut off', async () => {
    await expect(read('OFXHEADER:100\n<OFX><STMTRS><STMTTRN><DTPOSTED>20260101<TRNAMT>5')).rejects.toMatchObject({
      code: 'statement_cut_off',
    })
  })
})

/** Arabic letters as Windows wrote them before Unicode. */
function windows1256(text: string): Buffer {
  const decoder = new TextDecoder('windows-1256')
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from([...text].map((letter) => bytes.get(letter) ?? 63))
}
