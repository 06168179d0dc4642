import { describe, expect, test } from 'vitest'
import { readBankFile } from './read-statement.ts'

// The sign that a bank wrote, and texts as banks write them: never turned around by a word, never cut.

const read = (...rows: string[]) => readBankFile(Buffer.from(rows.join('\n')), 'statement_file')
const amounts = async (...rows: string[]) => (await read(...rows)).lines.map(({ amount }) => amount)
const refused = (...rows: string[]) =>
  read(...rows).then(
    () => null,
    ({ code }) => code,
  )
const kinds = 'Date,Type,Description,Amount'

describe('a column of kinds next to signed amounts', () => {
  test.each([
    [
      'a refund to a debit card',
      ['05/01/2026,Debit card,SHOP,-70.55', '06/01/2026,Debit card,REFUND,400'],
      ['-70.55', '400'],
    ],
    [
      'outgoing credit transfers',
      ['05/01/2026,Credit transfer,A,-70.55', '06/01/2026,Credit transfer,B,-400'],
      ['-70.55', '-400'],
    ],
    [
      'a direct debit that came back',
      ['05/01/2026,Direct debit,A,-30', '06/01/2026,Direct debit returned,A,30'],
      ['-30', '30'],
    ],
    ['a kind in Arabic', ['05/01/2026,حوالة دائن,صادر,-70.55', '06/01/2026,حوالة دائن,راتب,400'], ['-70.55', '400']],
  ])('leaves the sign of %s', async (_, rows, expected) => {
    expect(await amounts(kinds, ...rows)).toEqual(expected)
  })
  test('that is a side and contradicts the sign is decided by the balances, or refused', async () => {
    const rows = ['05/01/2026,Debit,A,-70.55', '06/01/2026,Debit,B,400']
    expect(await refused(kinds, ...rows)).toBe('statement_sign_and_word')
    const balances = (one: string, other: string) => [`${rows[0]},${one}`, `${rows[1]},${other}`]
    expect(await amounts(`${kinds},Balance`, ...balances('929.45', '1329.45'))).toEqual(['-70.55', '400'])
    expect(await amounts(`${kinds},Balance`, ...balances('1070.55', '670.55'))).toEqual(['70.55', '-400'])
  })
  test('tells the side of amounts without a sign only where the whole cell is one', async () => {
    expect(await amounts(kinds, '05/01/2026,حوالة صادرة,A,70', '06/01/2026,حوالة واردة,B,40')).toEqual(['-70', '40'])
    expect(await refused(kinds, '05/01/2026,Debit card,A,70', '06/01/2026,Debit,B,40')).toBe('statement_direction')
  })
})

describe('heads in two rows', () => {
  const rows = ['05/01/2026,16/07/1447,حوالة,,100.00,1100.00', '06/01/2026,17/07/1447,رسوم,50.00,,1050.00']
  test.each([
    ['التاريخ,,البيان,المبلغ,,الرصيد', 'الميلادي,الهجري,,مدين,دائن,'],
    ['التاريخ,,البيان,المبلغ (ريال),,الرصيد', 'م,هـ,,مدين,دائن,'],
  ])('merged over their columns: %s', async (upper, lower) => {
    expect(await amounts('مصرف,,,,,', upper, lower, ...rows)).toEqual(['100', '-50'])
  })
  test('that leave a column of figures unread are doubted before the lines are', async () => {
    const unread = [
      'Date,Description,Debit,Other,Balance',
      '05/01/2026,a,,100.00,1100.00',
      '06/01/2026,b,50.00,,1050.00',
      '07/01/2026,c,,20.00,1070.00',
      '08/01/2026,d,5.00,,1065.00',
    ]
    expect(await refused(...unread)).toBe('statement_column_unread')
  })
})

describe('other formats', () => {
  const message = (from: string, amount: string, to: string, day: string) => [
    ':20:A',
    ':25:534334164',
    ':28:1/1',
    `:60F:C26${day}SAR${from}`,
    `:61:26${day}${day}C${amount}NTRFNONREF`,
    ':86:/TRTP/TRANSFER/NAME/BUYER/REMI/INV 0004',
    '2/EREF/X',
    `:62F:C26${day}SAR${to}`,
  ]
  const bank = ['ABCDSARI', '940', 'ABCDSARI']
  test.each([
    ['with an end of each message', ['-']],
    ['without', []],
  ])('MT940 has lines of the bank between its messages, %s', async (_, end) => {
    const messages = [message('100,', '10,', '110,', '0302'), message('110,', '20,', '130,', '0303')].flatMap((one) => [
      ...bank,
      ...one,
      ...end,
    ])
    const { lines } = await read(...messages)
    expect(lines.map(({ amount }) => amount)).toEqual(['10', '20'])
    expect(lines[0]?.description).toMatch(/INV 0004 2.EREF.X$/)
  })
  test('QIF has its lines between marks, with years after an apostrophe and an opening balance', async () => {
    const file = [
      '!Type:Bank',
      "D1/ 5'26",
      'T1,000.00',
      'POpening Balance',
      '^',
      "D1/16'26",
      'T-45.50',
      'N1001',
      'PJARIR',
      'MPaper',
      '^',
    ]
    const { opening_balance, closing_balance, lines } = await read(...file)
    expect({ opening_balance, closing_balance }).toEqual({ opening_balance: '1000', closing_balance: '954.5' })
    expect(lines).toMatchObject([
      { date: '2026-01-16', amount: '-45.5', description: 'JARIR · Paper', reference: '1001' },
    ])
    expect(await refused(...file.slice(0, -1))).toBe('statement_cut_off')
    expect(await refused('!Type:Invst', '^')).toBe('statement_columns')
  })
  test('PDF is refused by its name', async () => {
    expect(await refused('%PDF-1.7', '1 0 obj')).toBe('file_is_pdf')
  })
  test('OFX has brackets, line ends and CDATA in its texts', async () => {
    const line = (name: string, memo: string) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260805<TRNAMT>5.00<FITID>1<NAME>${name}<MEMO>${memo}</STMTTRN>`
    const file = (...lines: string[]) =>
      `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>SAR<ACCTID>1<BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></OFX>`
    const { lines } = await read(
      file(
        line('BUYER [REF 77] CO', 'PAYMENT [SADAD] FOR INV-0042'),
        line('<![CDATA[A < B [1] & C]]>', 'FIRST\r\nSECOND\r\n'),
      ),
    )
    expect(lines.map(({ description }) => description)).toEqual([
      'BUYER [REF 77] CO · PAYMENT [SADAD] FOR INV-0042',
      'A < B [1] & C · FIRST SECOND',
    ])
  })
})
