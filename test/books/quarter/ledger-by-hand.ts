/**
 * The first quarter of 2025 of شركة نسيم للتجارة, as an accountant would post it: one line a document, worked out by hand
 * from the posting rules (never by our code). `date | what | branch | lines`; D is debit, C credit, `#` a cost center.
 * R is the branch in Riyadh, J the one in Jeddah. Stock, by hand at moving average (quantity / value):
 *
 *   G1 40 / 10,000.00 at first; bill +20 at 260: 60 / 15,200.00; I1 sells 12 of 60: −3,040.00: 48 / 12,160.00;
 *      CN1 takes 2 of the 12 back at their cost, +506.67: 50 / 12,666.67; SC1 sends 5 back at the average, −1,266.67:
 *      45 / 11,400.00; I4 sells 10 of 45: −2,533.33: 35 / 8,866.67; counted 34: −253.33: 34 / 8,613.34
 *   G2 100 / 3,550.00 at first; bill +50 at 37: 150 / 5,400.00; I2 sells 30: −1,080.00: 120 / 4,320.00;
 *      I4 sells 20 of 120: −720.00: 100 / 3,600.00; counted 103: +108.00: 103 / 3,708.00
 *
 * Foreign money: C3 owed 2,000.00 EUR carried at 4.00; I3 is 1,505.50 EUR at 4.10 = 6,172.55; 2,500.00 EUR come at 4.20 =
 * 10,500.00 and settle 8,000.00 and 500.00 EUR of I3, 2,050.00: 450.00 gained. 1,005.50 EUR stay, carried at 4,122.55, worth
 * 4,273.38 at 4.25 on the last day: 150.83 not realised, taken back on 1 April.
 */
export const ledgerByHand = `
01-01|opening accounts|R|CASH D20000.00; BANK D150000.00; FURNITURE D60000.00; ACCDEP C12000.00; LOAN C50000.00; OPEN_EQ C168000.00
01-01|opening item of C1|R|AR D11500.00; OPEN_EQ C11500.00
01-01|opening item of C3|R|AR D8000.00; OPEN_EQ C8000.00
01-01|opening item of S1|R|OPEN_EQ D9200.00; AP C9200.00
01-01|opening stock|R|INV D13550.00; OPEN_EQ C13550.00
01-02|opening equity cleared|R|OPEN_EQ D191850.00; CAPITAL C150000.00; RETAINED C41850.00
01-05|bill B-1001 of S1: 20 G1 at 260, 50 G2 at 37|R|INV D7050.00; VAT_IN D1057.50; AP C8107.50
01-08|invoice I1 to C1: 12 G1 at 400, service 1,500|R|AR D7245.00; REV_GOODS C4800.00; REV_SRV C1500.00; VAT_OUT C945.00; COGS D3040.00; INV C3040.00
01-10|C1 pays 20,000: 11,500 old, 5,000 of I1, 3,500 ahead|R|BANK D20000.00; AR C16500.00; CUST_ADV C3500.00
01-15|bill B-77 of S2: expense 8,000|J|EXPENSE D8000.00; VAT_IN D1200.00; AP C9200.00
01-20|invoice I2 to C2: 30 G2 at 60, 10 U1 at 45|J|AR D2587.50; REV_GOODS C2250.00; VAT_OUT C337.50; COGS D1080.00; INTERBR C1080.00
01-20|its goods, which lay in Riyadh|R|INTERBR D1080.00; INV C1080.00
01-22|paid to S1: 9,200 old, 2,800 of B-1001|R|AP D12000.00; BANK C12000.00
01-25|B-77 paid in cash|J|AP D9200.00; CASH C9200.00
01-31|depreciation|R|DEPR D500.00 #1; ACCDEP C500.00
01-31|salaries accrued|R|SALARIES D6000.00 #1; SALARIES D3000.00 #2; SALARIES_DUE C9000.00
02-01|salaries paid|R|SALARIES_DUE D9000.00; BANK C9000.00
02-03|invoice I3 to C3: 10 services at 150.55 EUR, exported|R|AR D6172.55; REV_SRV C6172.55
02-05|C3 pays 2,500 EUR at 4.20|R|BANK D10500.00; AR C10050.00; FX_GAIN_R C450.00
02-10|bill RC-9 of S3: 1,000 USD at 3.75, reverse charge|R|EXPENSE D3750.00; VAT_IN D562.50; VAT_RC C562.50; AP C3750.00
02-12|bill B-31 of S2: 600 and tax that may not be deducted|R|EXPENSE D690.00; AP C690.00
02-14|bill B-1002 of S1: 100 U1 at 20|J|NONSTOCK D2000.00; VAT_IN D300.00; AP C2300.00
02-15|credit note CN1 on I1: 2 G1 come back|R|SALES_RET D800.00; VAT_OUT D120.00; AR C920.00; INV D506.67; COGS C506.67
02-18|credit note CN2 on I2: 100 off the price|J|SALES_RET D100.00; VAT_OUT D15.00; AR C115.00
02-20|debit note DN1 on I1: 200 more for the service|R|AR D230.00; REV_SRV C200.00; VAT_OUT C30.00
02-22|supplier credit SC1 on B-1001: 5 G1 go back|R|AP D1495.00; INV C1266.67; VAT_IN C195.00; PPV C33.33
02-25|what C1 paid ahead: 1,325 on I1, 230 on DN1|R|CUST_ADV D1555.00; AR C1555.00
02-26|945 of it given back|R|CUST_ADV D945.00; BANK C945.00
02-27|C2 pays 1,500 by card on I2, 12 and 1.80 tax kept|J|CARDS D1486.20; BANK_FEES D12.00; VAT_IN D1.80; AR C1500.00
02-28|72.50 of I2 given up|J|BAD_DEBT D72.50; AR C72.50
02-28|depreciation|R|DEPR D500.00 #1; ACCDEP C500.00
02-28|salaries accrued|R|SALARIES D6000.00 #1; SALARIES D3000.00 #2; SALARIES_DUE C9000.00
03-01|salaries paid|R|SALARIES_DUE D9000.00; BANK C9000.00
03-03|invoice I4 to C2: 10 G1 at 410, 20 G2 at 62.335, 2 services at 750|R|AR D7873.71; REV_GOODS C5346.70; REV_SRV C1500.00; VAT_OUT C1027.01; COGS D3253.33; INV C3253.33
03-05|counted: one G1 missing, three G2 too many|R|STOCK_LOSS D253.33; STOCK_GAIN C108.00; INV C253.33; INV D108.00
03-10|invoice I5 to C1: 50 U1 at 30, zero rated|J|AR D1500.00; REV_GOODS C1500.00
03-11|invoice I6 to C2: service 1,000, exempt|R|AR D1000.00; REV_SRV C1000.00
03-12|S3 paid 1,000 USD at 3.76|R|AP D3750.00; FX_LOSS_R D10.00; BANK C3760.00
03-15|5,000 paid to S1 ahead|R|SUPP_ADV D5000.00; BANK C5000.00
03-16|bill B-35 of S2: 350, out of scope|R|EXPENSE D350.00; AP C350.00
03-17|invoice I7 to C2: service 80, at a zero rate nobody classified|R|AR D80.00; REV_SRV C80.00
03-19|bill B-40 of S2: 500, exempt|R|EXPENSE D500.00; AP C500.00
03-20|3,812.50 of what S1 got ahead, on B-1001|R|AP D3812.50; SUPP_ADV C3812.50
03-21|invoice I8 to C1: service 1,000|R|AR D1150.00; REV_SRV C1000.00; VAT_OUT C150.00
03-21|I8 void|R|AR C1150.00; REV_SRV D1000.00; VAT_OUT D150.00
03-25|invoice I9 to C2: service 1,000|J|AR D1150.00; REV_SRV C1000.00; VAT_OUT C150.00
03-25|I9 corrected: the first taken back|J|AR C1150.00; REV_SRV D1000.00; VAT_OUT D150.00
03-25|I9 corrected: service 1,200|J|AR D1380.00; REV_SRV C1200.00; VAT_OUT C180.00
03-28|furniture bought|R|FURNITURE D2300.00; BANK C2300.00
03-29|old furniture sold for 1,500: cost 3,000, 2,000 written off|R|BANK D1500.00; ACCDEP D2000.00; FURNITURE C3000.00; DISPOSAL C500.00
03-31|depreciation|R|DEPR D500.00 #1; ACCDEP C500.00
03-31|rent of the showroom accrued|J|RENT D8000.00 #2; ACCRUED C8000.00
03-31|interest paid|R|INTEREST D625.00; BANK C625.00
03-31|Zakat provided for|R|ZAKAT D1000.00; ZAKAT_PROV C1000.00
03-31|part of the loan paid back|R|LOAN D5000.00; BANK C5000.00
03-31|C3's 1,005.50 EUR at 4.25|R|AR_FXADJ D150.83; FX_GAIN_U C150.83
04-01|the revaluation taken back|R|FX_GAIN_U D150.83; AR_FXADJ C150.83
03-31|VAT return filed|R|VAT_OUT D1882.01; VAT_RC D562.50; VAT_IN C1425.00; VAT_SETTLE C1019.51
03-31|VAT return filed|J|VAT_OUT D502.50; VAT_SETTLE D999.30; VAT_IN C1501.80
`

/** The accounts' numbers by the names used above. */
export const accountNumbers: Readonly<Record<string, string>> = {
  CASH: '110101',
  BANK: '110103',
  CARDS: '110104',
  AR: '110201',
  AR_FXADJ: '110202',
  INV: '110301',
  INTERBR: '110601',
  SUPP_ADV: '110401',
  VAT_IN: '110501',
  FURNITURE: '120104',
  ACCDEP: '120203',
  AP: '210101',
  CUST_ADV: '210201',
  VAT_OUT: '210301',
  VAT_RC: '210302',
  VAT_SETTLE: '210303',
  SALARIES_DUE: '210401',
  ACCRUED: '210403',
  ZAKAT_PROV: '210405',
  LOAN: '220101',
  CAPITAL: '310101',
  RETAINED: '310202',
  OPEN_EQ: '310203',
  REV_GOODS: '410101',
  REV_SRV: '410102',
  SALES_RET: '410103',
  FX_GAIN_R: '420102',
  FX_GAIN_U: '420103',
  DISPOSAL: '420104',
  STOCK_GAIN: '420105',
  COGS: '510101',
  NONSTOCK: '510103',
  PPV: '510104',
  STOCK_LOSS: '510105',
  SALARIES: '520101',
  RENT: '520201',
  BANK_FEES: '520210',
  BAD_DEBT: '520211',
  EXPENSE: '520213',
  DEPR: '520401',
  INTEREST: '530101',
  FX_LOSS_R: '530102',
  ZAKAT: '530105',
}

export type HandLine = {
  date: string
  what: string
  branch: 'R' | 'J'
  account: string
  center: string
  halalas: number
}

/** Each line of it; debits above zero, credits below, in halalas. */
export const handLines: readonly HandLine[] = ledgerByHand
  .trim()
  .split('\n')
  .flatMap((row) => {
    const [day, what, branch, lines] = row.split('|') as [string, string, 'R' | 'J', string]
    return lines.split('; ').map((line) => {
      const [, name, side, amount, , center] = /^(\w+) ([DC])([\d.]+)( #(\d))?$/.exec(line) ?? []
      const account = accountNumbers[name ?? '']
      if (!account || !amount) throw new Error(`Nobody can read ${line}`)
      const halalas = Math.round(Number(amount) * 100) * (side === 'D' ? 1 : -1)
      return { date: `2025-${day}`, what, branch, account, center: center ?? '0', halalas }
    })
  })
