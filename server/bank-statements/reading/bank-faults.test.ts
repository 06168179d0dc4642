import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-statement.ts'

// Faults of files as banks and people make them: right to the halala, or refused with the reason.

const read = (text: string) => readBankFile(Buffer.from(text), 'statement_file')
const shown = async (text: string) => (await read(text)).lines.map(({ date, amount }) => [date.slice(5), amount])
const refusal = (text: string) =>
  read(text).then(
    () => null,
    (error) => [error.code, error.params?.row ?? error.params?.difference ?? error.params?.number].filter(Boolean),
  )
const table = (...rows: string[]) => rows.join('\n')
const balanced = (...rows: string[]) => table('Date,Description,Debit,Credit,Balance', ...rows)
const sided = (...rows: string[]) => table('Date,Description,Debit,Credit', ...rows)
const single = (...rows: string[]) => table('Date,Description,Amount', ...rows)

describe('a table with lines in no usual order', () => {
  test('is read by its running balance: latest first within a day, or in no order at all', async () => {
    const days = balanced('05/01/2026,b,,5.00,125.00', '05/01/2026,a,,20.00,120.00', '06/01/2026,c,25.00,,100.00')
    expect(await read(days)).toMatchObject({ opening_balance: '100', closing_balance: '100' })
    const mixed = balanced(
      '05/01/2026,c,,3.00,106.00',
      '05/01/2026,a,,1.00,101.00',
      '05/01/2026,b,,2.00,103.00',
      '06/01/2026,d,6.00,,100.00',
    )
    expect((await read(mixed)).lines.map((line) => line.description)).toEqual(['a', 'b', 'c', 'd'])
  })
  test('and balances only at the end of each day keeps its sums', async () => {
    const text = balanced('05/01/2026,a,,20.00,', '05/01/2026,b,5.00,,115.00', '06/01/2026,c,15.00,,100.00')
    expect(await read(text)).toMatchObject({ opening_balance: '100', closing_balance: '100' })
  })
  test('writes a day once for all its lines', async () => {
    const text = balanced('05/01/2026,a,,20.00,120.00', ',b,5.00,,115.00', '06/01/2026,c,15.00,,100.00')
    expect(await shown(text)).toEqual([
      ['01-05', '20'],
      ['01-05', '-5'],
      ['01-06', '-15'],
    ])
  })
  test('has the day and the text in one row, and the amount in the next', async () => {
    const text = sided('05/01/2026,old,,1.00', '06/01/2026,TRANSFER,,', ',FROM AHMED,,20.00', '07/01/2026,b,5.00,')
    expect((await read(text)).lines.map(({ date, description }) => [date.slice(5), description])).toEqual([
      ['01-05', 'old'],
      ['01-06', 'TRANSFER · FROM AHMED'],
      ['01-07', 'b'],
    ])
  })
})

describe('a table with other rows than lines', () => {
  test('repeats its heads and carries forward on each page, and has totals without a word', async () => {
    const text = balanced(
      '05/01/2026,a,,20.00,120.00',
      ',Carried forward,,20.00,120.00',
      'Page 1 of 2,,,,',
      'Date,Description,Debit,Credit,Balance',
      ',Brought forward,,,120.00',
      '06/01/2026,b,5.00,,115.00',
      ',,5.00,20.00,',
      'Printed on 07/02/2026 10:22,,,,',
    )
    expect(await shown(text)).toEqual([
      ['01-05', '20'],
      ['01-06', '-5'],
    ])
  })
  test('has sums below its totals', async () => {
    const text = sided('05/01/2026,a,10.00,', '06/01/2026,b,,20.00', ',Total,10.00,20.00', ',Net,,10.00')
    expect((await shown(text)).map(([, amount]) => amount)).toEqual(['-10', '20'])
  })
  test('is a page of HTML with hard blanks and breaks', async () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    const text = `<html><table>${row('مصرف')}</table><table>${row('التاريخ', 'الوصف', 'مدين', 'دائن', 'الرصيد')}${row('05/01/2026', 'حوالة<br>واردة', '&nbsp;', '1,150.00', '2,150.00')}${row('06/01/2026', 'رسوم&nbsp;', '11.50', '&nbsp;', '2,138.50')}</table></html>`
    expect((await read(text)).lines.map(({ amount, description }) => [amount, description])).toEqual([
      ['1150', 'حوالة واردة'],
      ['-11.5', 'رسوم'],
    ])
  })
  test('keeps a line that is called total, or balance', async () => {
    const text = sided('05/01/2026,TOTAL ENERGIES RIYADH,90.00,', '06/01/2026,BALANCE OF RENT,10.00,')
    expect((await shown(text)).map(([, amount]) => amount)).toEqual(['-90', '-10'])
  })
  test('has the account, its currency and its balances above the lines', async () => {
    const text = (closing: string) =>
      table(
        'Account No,608010167519,,,',
        'IBAN: SA03 8000 0000 6080 1016 7519,,,',
        'العملة,ريال سعودي,,',
        `الرصيد الافتتاحي,"1,000.00",الرصيد الختامي,${closing}`,
        'Date,Description,Debit,Credit',
        '05/01/2026,a,,20.00',
      )
    expect(await read(text('"1,020.00"'))).toMatchObject({
      account: '608010167519',
      currency: 'SAR',
      opening_balance: '1000',
      closing_balance: '1020',
    })
    expect(await refusal(text('"1,021.00"'))).toEqual(['statement_unequal', '1'])
  })
})

describe('amounts of a table', () => {
  test.each([
    ['negative debits', sided('05/01/2026,a,-20.00,', '06/01/2026,b,,7.00'), ['-20', '7']],
    ['a reversed debit', sided('05/01/2026,a,20.00,', '06/01/2026,b,-20.00,'), ['-20', '20']],
    ['a reversed credit', sided('05/01/2026,a,,20.00', '06/01/2026,b,,(5.00)'), ['20', '-5']],
    ['a minus or a plus at the end', single('05/01/2026,a,20.00-', '06/01/2026,b,7.00+'), ['-20', '7']],
    [
      'the side before or after',
      single('05/01/2026,a,مدين ٢٠', '06/01/2026,b,٧٫٥ دائن', '07/01/2026,c,Cr 1'),
      ['-20', '7.5', '1'],
    ],
    ['the currency next to them', single('05/01/2026,a,SAR -20.00', '06/01/2026,b,7.00 ر.س'), ['-20', '7']],
    ['points for thousands', single('05/01/2026,a,"-1.234,56"', '06/01/2026,b,"7,00"'), ['-1234.56', '7']],
    ['apostrophes for thousands', single("05/01/2026,a,-1'234.56", '06/01/2026,b,7.00'), ['-1234.56', '7']],
  ])('with %s are right', async (_, text, amounts) => {
    expect((await shown(text)).map(([, amount]) => amount)).toEqual(amounts)
  })
  test.each([
    ['both sides filled', sided('05/01/2026,a,20.00,', '06/01/2026,b,5.00,7.00'), ['statement_both_sides', 3]],
    ['no day', sided('05/01/2026,a,20.00,', ',,3.00,'), ['statement_row', 3]],
    [
      'a word that says no direction',
      table('Date,Description,Type,Amount', '05/01/2026,a,Debit,20', '06/01/2026,b,POS,5'),
      ['statement_direction', 3],
    ],
    ['two currencies', single('05/01/2026,a,USD 20.00', '06/01/2026,b,SAR 7.00'), ['statement_several_currencies']],
    [
      'a column of two currencies',
      table('Date,Description,Amount,Currency', '05/01/2026,a,1,USD', '06/01/2026,b,1,SAR'),
      ['statement_several_currencies'],
    ],
    ['days in two orders', single('25/01/2026,a,1', '02/26/2026,b,1'), ['statement_days', 3]],
    [
      'a balance that does not follow',
      balanced('05/01/2026,a,,20.00,120.00', '06/01/2026,b,5.00,,116.00', '07/01/2026,c,,1.00,117.00'),
      ['statement_balance', 3],
    ],
    [
      'an end that is cut off',
      sided('05/01/2026,a,20.00,', '06/01/2026,b,5.00,', '07/01/2026,c'),
      ['statement_cut_off'],
    ],
    [
      'an opening balance that is not that of the lines',
      balanced('01/01/2026,Opening Balance,,,600.00', '03/01/2026,RENT,200.00,,300.00'),
      ['statement_unequal', '100'],
    ],
    [
      'two accounts',
      table(
        'Account No: 608010167519',
        'Date,Description,Amount',
        '05/01/2026,a,1',
        'Account No: 608010167520',
        '06/01/2026,b,1',
      ),
      ['statement_several_accounts'],
    ],
  ])('with %s are refused with the reason', async (_, text, reason) => {
    expect(await refusal(text)).toEqual(reason)
  })
  test('of days that would be to come are read with the month first', async () => {
    const year = new Date().getUTCFullYear()
    expect((await shown(single(`01/12/${year - 1},a,1`)))[0]).toEqual(['12-01', '1'])
    expect((await shown(single(`01/12/${year + 1},a,1`)))[0]).toEqual(['12-01', '1'])
  })
})

describe('MT940', () => {
  const message = (opening: string, lines: readonly string[], closing: string, marks = 'FF') =>
    table(':20:A', ':25:SA1', ':28C:1/1', `:60${marks[0]}:${opening}`, ...lines, `:62${marks[1]}:${closing}`, '-')
  const lines = async (...rows: string[]) =>
    (await read(message('C260101SAR0,', rows, `C260131SAR${closingOf(rows)}`))).lines
  const closingOf = (rows: readonly string[]) => (rows.some((row) => row.startsWith(':61:')) ? '10,' : '0,')
  test.each([
    [':61:260105C10,NTRF', '2026-01-05', '10'],
    [':61:2601050106CR10,00NTRFNONREF', '2026-01-06', '10'],
    [':61:2601050105RD10,00S103X//Y', '2026-01-05', '10'],
    [':61:2601020102RCR10,NMSC', '2026-01-02', '-10'],
    [':61:2601021231D10,00FCHGX', '2025-12-31', '-10'],
    [':61:2512310102D10,00NCHGX', '2026-01-02', '-10'],
  ])('reads %s', async (row, date, amount) => {
    const sign = amount.startsWith('-') ? 'D' : 'C'
    const [line] = (await read(message('C260101SAR0,', [row], `${sign}260131SAR10,`))).lines
    expect(line).toMatchObject({ date, amount })
  })
  test.each([':61:2601050230C10,NTRF', ':61:260105C1.000,00NTRF', ':61:26010C10,NTRF', ':61:260105X10,NTRF'])(
    'refuses %s',
    async (row) => {
      expect(await refusal(message('C260101SAR0,', [row], 'C260131SAR10,'))).toEqual(['statement_row', 5])
    },
  )
  test('puts pages and days in their order, and refuses one that is missing', async () => {
    const first = message('C260105SAR100,', [':61:260105C10,NTRF'], 'C260105SAR110,', 'FM')
    const second = message('C260105SAR110,', [':61:260105C5,NTRF'], 'C260105SAR115,', 'MF')
    const third = message('C260106SAR115,', [':61:260106D15,NTRF'], 'C260106SAR100,')
    expect(await read(table(third, second, first).replaceAll('\n', '\r\n'))).toMatchObject({
      opening_balance: '100',
      closing_balance: '100',
      closing_date: '2026-01-06',
      lines: [{ amount: '10' }, { amount: '5' }, { amount: '-15' }],
    })
    expect(await refusal(table(first, third))).toEqual(['statement_unequal', '5'])
  })
  test('has structured, coded and wrapped texts', async () => {
    const [one] = await lines(
      ':61:260105C10,NTRF',
      ':86:166?00GUTSCHRIFT?20RECHNUNG 10?2101 VOM JANUAR?32AL OFUQ TRADING COMPANY LIM?33ITED',
    )
    expect(one).toMatchObject({ counterparty: 'AL OFUQ TRADING COMPANY LIMITED' })
    expect(one?.description).toContain('RECHNUNG 10 01 VOM JANUAR')
    const [two] = await lines(':61:260105C10,NTRF', ':86:/TRCD/00100//NAME/Al Ofuq', '-LTD/REMI/INV-1001')
    expect(two).toMatchObject({ counterparty: 'Al Ofuq -LTD' })
    const [three] = await lines(':61:260105C10,NTRF', `:86:${'x'.repeat(58)} INV-10`, '01 END', ':86:more')
    expect(three?.description).toMatch(/x INV-1001 END · more$/)
  })
  test('of the day is no statement', async () => {
    expect(await refusal(':20:A\n:25:1\n:34F:SAR0,\n:61:260105C1,NTRF\n')).toEqual(['statement_interim'])
  })
})

describe('CAMT.053', () => {
  const balance = (code: string, amount: string, sign = 'CRDT') =>
    `<c:Bal><c:Tp><c:CdOrPrtry><c:Cd>${code}</c:Cd></c:CdOrPrtry></c:Tp><c:Amt Ccy="SAR">${amount}</c:Amt><c:CdtDbtInd>${sign}</c:CdtDbtInd><c:Dt><c:DtTm>2026-01-31T23:59:59+03:00</c:DtTm></c:Dt></c:Bal>`
  const entry = (amount: string, rest = '', sign = 'CRDT', day = '<c:Dt>2026-01-05</c:Dt>') =>
    `<c:Ntry><c:Amt Ccy="SAR">${amount}</c:Amt><c:CdtDbtInd>${sign}</c:CdtDbtInd>${rest}<c:BookgDt>${day}</c:BookgDt></c:Ntry>`
  const statement = (...inner: string[]) =>
    `<c:Stmt><c:Acct><c:Id><c:Othr><c:Id>1</c:Id></c:Othr></c:Id></c:Acct>${inner.join('')}</c:Stmt>`
  const file = (...statements: string[]) =>
    `<?xml version="1.0"?>\n<c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.10"><c:BkToCstmrStmt>${statements.join('')}</c:BkToCstmrStmt></c:Document>`
  test('counts what is booked, a batch once, and a reversal in its own direction', async () => {
    const details = (name: string) =>
      `<c:TxDtls><c:AmtDtls><c:InstdAmt><c:Amt Ccy="USD">1</c:Amt></c:InstdAmt></c:AmtDtls><c:RltdPties><c:Dbtr><c:Pty><c:Nm>${name}</c:Nm></c:Pty></c:Dbtr></c:RltdPties><c:RmtInf><c:Strd><c:RfrdDocInf><c:Nb>INV-${name}</c:Nb></c:RfrdDocInf></c:Strd></c:RmtInf></c:TxDtls>`
    const text = file(
      statement(
        balance('OPBD', '10.00', 'DBIT'),
        balance('CLBD', '25.00'),
        entry('30.00', `<c:Sts><c:Cd>BOOK</c:Cd></c:Sts><c:NtryDtls>${details('A')}${details('B')}</c:NtryDtls>`),
        entry('5.00', `<c:RvslInd>true</c:RvslInd><c:Sts>BOOK</c:Sts>`),
        entry('99.00', '<c:Sts>PDNG</c:Sts>'),
      ),
    )
    expect(await read(text)).toMatchObject({
      currency: 'SAR',
      opening_balance: '-10',
      closing_balance: '25',
      closing_date: '2026-01-31',
      lines: [{ amount: '30', counterparty: 'A · B', description: 'INV-A · INV-B' }, { amount: '5' }],
    })
  })
  test('joins pages by their interim balances, and days that are latest first', async () => {
    const text = file(
      statement(balance('ITBD', '15.00'), balance('CLBD', '20.00'), entry('5.00')),
      statement(balance('OPBD', '5.00'), balance('ITBD', '15.00'), entry('10.00')),
    )
    expect(await read(text)).toMatchObject({
      opening_balance: '5',
      closing_balance: '20',
      lines: [{ amount: '10' }, { amount: '5' }],
    })
  })
  test.each([
    ['an entry without a day', file(statement(entry('1.00'), entry('2.00', '', 'CRDT', ''))), ['statement_entry', 2]],
    ['an entry without a direction', file(statement(entry('2.00', '', 'X'))), ['statement_entry', 1]],
    ['an amount that is none', file(statement(entry('1.2.3'))), ['statement_entry', 1]],
    [
      'a day that does not exist',
      file(statement(entry('1', '', 'CRDT', '<c:Dt>2026-02-30</c:Dt>'))),
      ['statement_entry', 1],
    ],
    [
      'two currencies',
      file(statement(balance('OPBD', '1'), entry('1').replace('SAR', 'USD'))),
      ['statement_several_currencies'],
    ],
    ['a document type', `<!DOCTYPE a [<!ENTITY x "1">]>${file(statement(entry('1')))}`, ['file_not_readable']],
    [
      'a report of the day',
      file(statement(entry('1'))).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'),
      ['statement_interim'],
    ],
  ])('with %s is refused', async (_, text, reason) => {
    expect(await refusal(text)).toEqual(reason)
  })
  test('without balances has its lines alone', async () => {
    expect(await read(file(statement(entry('1.00'))))).toMatchObject({ opening_balance: null, closing_balance: null })
  })
})

describe('OFX', () => {
  const ofx = (lines: string, head = 'OFXHEADER:100\nENCODING:USASCII\nCHARSET:1252\n') =>
    `${head}\n<OFX><STMTRS><CURDEF>SAR<BANKTRANLIST>${lines}</BANKTRANLIST><LEDGERBAL><BALAMT>10<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>`
  const line = (rest: string) => `<STMTTRN><DTPOSTED>20260105<TRNAMT>5.00<FITID>1${rest}`
  test('of version 2 has closing tags and entities', async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200"?>${ofx('<STMTTRN><DTPOSTED>20260105120000</DTPOSTED><TRNAMT>-5,25</TRNAMT><NAME>A &amp; B&#39;s</NAME></STMTTRN>', '')}`
    expect((await read(text)).lines).toMatchObject([{ amount: '-5.25', counterparty: "A & B's" }])
  })
  test('is read in the encoding that it names', async () => {
    const text = Buffer.from(ofx(line('<NAME>Café')), 'latin1')
    expect((await readBankFile(text, 'f')).lines[0]?.counterparty).toBe('Café')
  })
  test.each([
    ['a line without an amount', ofx(`${line('')}<STMTTRN><DTPOSTED>20260105<FITID>2`), ['statement_entry', 2]],
    ['a line without a day', ofx('<STMTTRN><DTPOSTED>2026<TRNAMT>5'), ['statement_entry', 1]],
    [
      'a line in another currency',
      ofx(line('<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY>')),
      ['statement_several_currencies'],
    ],
    ['a document type', `<!DOCTYPE OFX>${ofx(line(''))}`, ['file_not_readable']],
  ])('with %s is refused', async (_, text, reason) => {
    expect(await refusal(text)).toEqual(reason)
  })
})

describe('the columns of banks', () => {
  test.each([
    [
      'SABB',
      'Post Date,Value Date,Reference,Description,Debit (SAR),Credit (SAR),Balance (SAR)',
      '05/01/2026,05/01/2026,R1,a,5.00,,95.00',
    ],
    ['Albilad', 'التاريخ,البيان,مبلغ السحب,مبلغ الإيداع,الرصيد بعد العملية', '05/01/2026,a,5.00,,95.00'],
    ['ANB', 'Transaction Date,Narration,DR,CR,Running Balance', '05-JAN-26,a,5.00,,95.00'],
    ['BSF', 'تاريخ العملية,تاريخ القيمة,وصف العملية,مدين,دائن,الرصيد', '2026/01/05,2026/01/05,a,(5.00),,95.00'],
    ['a bank of America', 'Date,Description,Amount,Running Bal.', '01/05/2026,a,-5.00,95.00\n01/25/2026,b,-5.00,90.00'],
    [
      'a bank of Germany',
      'Buchungstag;Valutadatum;Verwendungszweck;Betrag;Saldo',
      '05.01.2026;05.01.2026;a;-5,00;95,00',
    ],
    ['a bank of Britain', 'Date,Type,Description,Paid Out,Paid In,Balance', '05 Jan 2026,BP,a,£5.00,,£95.00'],
    [
      'Revolut',
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      'CARD,Current,2026-01-04 10:00:00,2026-01-05 11:00:00,a,-5.00,0.00,GBP,COMPLETED,95.00',
    ],
  ])('%s are known', async (_, head, row) => {
    expect((await shown(table(head, row)))[0]).toEqual(['01-05', '-5'])
    expect((await read(table(head, row))).lines[0]).toMatchObject({ description: 'a' })
  })
})
