import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-statement.ts'

const read = (text: string) => readBankFile(Buffer.from(text), 'statement_file')
const shown = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.map(({ date, amount, description }) => [date, amount, description])

const mt940 = `{1:F01RJHISARIAXXX0000000000}{2:I940X}{4:
:20:STMT260131
:25:SA0380000000608010167519
:28C:1/1
:60F:C260101SAR10000,00
:61:2601050105C1150,00NTRFINV-1001//FT26005
شركة الأفق
:86:TRANSFER FROM AL OFUQ TRADING
INV-1001
:61:2601070107D230,50NCHGNONREF//FT26007
:86:BANK CHARGES
:62F:C260131SAR10919,50
-}`
const camt = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>SA0380000000608010167519</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">500.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="SAR">350.25</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="SAR">149.75</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>2026-01-09</Dt></BookgDt><AcctSvcrRef>A9</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>PAY-7</EndToEndId></Refs><RltdPties><Cdtr><Nm>Gulf Paper</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Bill 77</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`
const ofx = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>SAR<BANKACCTFROM><ACCTID>123456</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20260101<DTEND>20260131
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260115120000[+3:AST]<TRNAMT>-42.10<FITID>F2<NAME>STC PAY<MEMO>Phone
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260110<TRNAMT>1000.00<FITID>F1<NAME>AHMED &amp; SONS
</BANKTRANLIST><LEDGERBAL><BALAMT>2957.90<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe('a statement', () => {
  test('of MT940 with its balances, references and texts', async () => {
    const statement = await read(mt940)
    expect(statement).toMatchObject({
      format: 'mt940',
      currency: 'SAR',
      opening_balance: '10000',
      closing_balance: '10919.5',
      closing_date: '2026-01-31',
    })
    expect(shown(statement)).toEqual([
      ['2026-01-05', '1150', 'شركة الأفق · TRANSFER FROM AL OFUQ TRADING INV-1001'],
      ['2026-01-07', '-230.5', 'BANK CHARGES'],
    ])
    expect(statement.lines[0]?.reference).toBe('INV-1001')
    expect(statement.lines[1]?.reference).toBe('FT26007')
  })
  test('of CAMT.053 with the other party and what the payment was for', async () => {
    const statement = await read(camt)
    expect(statement).toMatchObject({ format: 'camt053', opening_balance: '500', closing_balance: '350.25' })
    expect(statement.lines).toMatchObject([
      { date: '2026-01-09', amount: '-149.75', description: 'Bill 77', reference: 'PAY-7', counterparty: 'Gulf Paper' },
    ])
  })
  test('of OFX without closing tags, from the earliest line', async () => {
    const statement = await read(ofx)
    expect(statement).toMatchObject({ format: 'ofx', closing_balance: '2957.9', opening_balance: '2000' })
    expect(shown(statement)).toEqual([
      ['2026-01-10', '1000', 'AHMED & SONS'],
      ['2026-01-15', '-42.1', 'STC PAY · Phone'],
    ])
  })
  test('of a table below a heading, latest first, with a column each for money in and out', async () => {
    const statement = await read(
      [
        'كشف حساب رقم 608010167519,,,,',
        'التاريخ,البيان,مدين,دائن,الرصيد',
        '31/01/2026,رسوم شهرية,"11.50",,"1,138.50"',
        '05/01/2026,حوالة واردة من شركة الأفق,,"1,150.00","1,150.00"',
      ].join('\n'),
    )
    expect(statement).toMatchObject({ opening_balance: '0', closing_balance: '1138.5', closing_date: '2026-01-31' })
    expect(shown(statement)).toEqual([
      ['2026-01-05', '1150', 'حوالة واردة من شركة الأفق'],
      ['2026-01-31', '-11.5', 'رسوم شهرية'],
    ])
  })
  test('that does not add up is refused with its difference', async () => {
    const refused = read(mt940.replace('10919,50', '10920,50'))
    await expect(refused).rejects.toMatchObject({ code: 'statement_unequal', params: { difference: '1' } })
  })
  test('without a date or an amount is refused', async () => {
    await expect(read('a,b\n1,2')).rejects.toMatchObject({ code: 'statement_columns' })
    await expect(read(camt.replace('</Document>', ''))).rejects.toMatchObject({ code: 'file_not_readable' })
  })
})
