import type { TestApp } from '../harness/api.ts'
import { expectOk, idOf, onboardingBody, signUp } from '../harness/organization.ts'
import { bill, invoice, type Line, manual, payment, type Quarter, type Row, rate, tradeBody } from './enter.ts'
import { createMasters, opening } from './masters.ts'

export type { Quarter }

/** The company of `ledger-by-hand.ts`, every document of it entered as its people would, over the same calls. */
export async function createQuarter(app: TestApp): Promise<Quarter> {
  const owner = await signUp(app)
  expectOk(await owner.post('/organization/onboarding/submit', onboardingBody(owner.email)))
  const year = { name: '2025', type: 'yearly', started_at: '2025-01-01', ended_at: '2025-12-31' }
  const yearId = await idOf(owner.post('/accounting/financial-years', year))
  expectOk(await owner.post(`/accounting/financial-years/${yearId}/change-status`, { status: 'open' }))
  const quarter: Quarter = { ...owner, ids: await createMasters(owner), documents: {} }
  await opening(quarter)
  await january(quarter)
  await february(quarter)
  await march(quarter)
  await endOfQuarter(quarter)
  return quarter
}

const salaries: Line[] = [
  ['SALARIES', 6000, 'headOffice'],
  ['SALARIES', 3000, 'showrooms'],
  ['SALARIES_DUE', -9000],
]
const depreciation: Line[] = [
  ['DEPR', 500, 'headOffice'],
  ['ACCDEP', -500],
]

async function january(q: Quarter): Promise<void> {
  const goods: Row[] = [
    ['G1', 20, 260],
    ['G2', 50, 37],
  ]
  await bill(q, 'B-1001', { party: 'S1', branch: 'R', date: '01-05', due: '02-04', rows: goods })
  const sold: Row[] = [
    ['G1', 12, 400],
    ['service', 1, 1500],
  ]
  await invoice(q, 'I1', { party: 'C1', branch: 'R', date: '01-08', due: '02-07', rows: sold })
  const received = { party: 'C1', branch: 'R', date: '01-10', amount: 20_000 } as const
  await payment(q, 'R1', { ...received, of: { 'OLD-1': 11_500, I1: 5000 } })
  await bill(q, 'B-77', { party: 'S2', branch: 'J', date: '01-15', due: '01-15', rows: [['service', 1, 8000]] })
  const parts: Row[] = [
    ['G2', 30, 60],
    ['U1', 10, 45],
  ]
  await invoice(q, 'I2', { party: 'C2', branch: 'J', date: '01-20', due: '01-30', rows: parts })
  const paid = { party: 'S1', branch: 'R', date: '01-22', amount: 12_000 } as const
  await payment(q, 'P1', { ...paid, of: { 'OLD-77': 9200, 'B-1001': 2800 } })
  const cash = { party: 'S2', branch: 'J', date: '01-25', amount: 9200, of: { 'B-77': 9200 } } as const
  await payment(q, 'P2', cash, { method: 'Cash' })
  await manual(q, '01-31', 'R', depreciation)
  await manual(q, '01-31', 'R', salaries)
}

const salariesPaid: Line[] = [
  ['SALARIES_DUE', 9000],
  ['BANK', -9000],
]

async function february(q: Quarter): Promise<void> {
  const { documents, ids, post } = q
  await manual(q, '02-01', 'R', salariesPaid)
  await rate(q, 'EUR', 4.1)
  const exported = { party: 'C3', branch: 'R', date: '02-03', due: '03-05', currency: 'EUR', tax: 'Exports' } as const
  await invoice(q, 'I3', { ...exported, rows: [['service', 10, 150.55]] })
  await rate(q, 'EUR', 4.2)
  const euros = { party: 'C3', branch: 'R', date: '02-05', amount: 2500, of: { 'OLD-3': 2000, I3: 500 } } as const
  await payment(q, 'R2', euros, { currency: 'EUR' })
  const reverse = { branch: 'R', date: '02-10', due: '03-12', currency: 'USD', tax: 'Reverse charge 15%' } as const
  await bill(q, 'RC-9', { ...reverse, party: 'S3', rows: [['service', 1, 1000]] })
  const lost = { party: 'S2', branch: 'R', date: '02-12', due: '02-12', tax: 'Non-deductible 15%' } as const
  await bill(q, 'B-31', { ...lost, rows: [['service', 1, 600]] })
  await bill(q, 'B-1002', { party: 'S1', branch: 'J', date: '02-14', due: '03-16', rows: [['U1', 100, 20]] })
  const note = async (on: string, action: string, date: string, number: string, line: object) => {
    const path = `/${action === 'supplier-credit' ? 'bills' : 'invoices'}/${documents[on]}/${action}`
    // Ours comes from the series.
    const own = action === 'supplier-credit' ? { note_number: number } : {}
    const body = { ...own, note_date: `2025-${date}`, reason: 'تصحيح', lines: [line] }
    documents[number] = await idOf(post(path, body))
  }
  await note('I1', 'credit-note', '02-15', 'CN1', { line_number: 1, quantity: 2 })
  await note('I2', 'credit-note', '02-18', 'CN2', { line_number: 1, amount: 100 })
  await note('I1', 'debit-note', '02-20', 'DN1', { line_number: 2, amount: 200 })
  await note('B-1001', 'supplier-credit', '02-22', 'SC1', { line_number: 1, quantity: 5 })
  const allocated = [
    { reference_id: documents.I1, amount: 1325 },
    { reference_id: documents.DN1, amount: 230 },
  ]
  const receipt = `/accounting/income-payments/${documents.R1}`
  expectOk(await post(`${receipt}/allocate`, { references: allocated, date: '2025-02-25' }))
  const refund = { refund_date: '2025-02-26', amount: 945, payment_method_id: ids.methods.get('Bank transfer') }
  expectOk(await post(`${receipt}/refund`, refund))
  const card = { party: 'C2', branch: 'J', date: '02-27', amount: 1500, of: { I2: 1500 } } as const
  await payment(q, 'R3', card, { method: 'mada/card', fee: 12, fee_tax: 1.8 })
  const given = { write_off_date: '2025-02-28', amount: 72.5, reason: 'تعذر التحصيل' }
  expectOk(await post(`/invoices/${documents.I2}/write-off`, given))
  await manual(q, '02-28', 'R', depreciation)
  await manual(q, '02-28', 'R', salaries)
}

async function march(q: Quarter): Promise<void> {
  const { documents, ids, post } = q
  await manual(q, '03-01', 'R', salariesPaid)
  const sold: Row[] = [
    ['G1', 10, 410],
    ['G2', 20, 62.335],
    ['service', 2, 750],
  ]
  await invoice(q, 'I4', { party: 'C2', branch: 'R', date: '03-03', due: '04-02', rows: sold })
  const lines = [
    { product_id: ids.G1, counted: 34 },
    { product_id: ids.G2, counted: 103 },
  ]
  expectOk(await post('/inventory/counts', { count_date: '2025-03-05', branch_id: ids.R, lines }))
  const zero = { party: 'C1', branch: 'J', date: '03-10', due: '03-25', tax: 'Zero rated' } as const
  await invoice(q, 'I5', { ...zero, rows: [['U1', 50, 30]] })
  const service = (price: number): Row[] => [['service', 1, price]]
  const inRiyadh = { branch: 'R', due: '04-18' } as const
  await invoice(q, 'I6', { ...inRiyadh, party: 'C2', date: '03-11', due: '03-31', tax: 'Exempt', rows: service(1000) })
  await rate(q, 'USD', 3.76)
  await payment(
    q,
    'P3',
    { party: 'S3', branch: 'R', date: '03-12', amount: 1000, of: { 'RC-9': 1000 } },
    { currency: 'USD' },
  )
  await payment(q, 'P4', { party: 'S1', branch: 'R', date: '03-15', amount: 5000 })
  await bill(q, 'B-35', { ...inRiyadh, party: 'S2', date: '03-16', tax: 'Out of scope', rows: service(350) })
  await invoice(q, 'I7', { ...inRiyadh, party: 'C2', date: '03-17', tax: 'unclassified', rows: service(80) })
  await bill(q, 'B-40', { ...inRiyadh, party: 'S2', date: '03-19', tax: 'Exempt', rows: service(500) })
  const references = [{ reference_id: documents['B-1001'], amount: 3812.5 }]
  const advance = `/accounting/expense-payments/${documents.P4}/allocate`
  expectOk(await post(advance, { references, date: '2025-03-20' }))
  await invoice(q, 'draft', { ...inRiyadh, party: 'C1', date: '03-20', rows: service(700) }, { status: 'draft' })
  await invoice(q, 'I8', { ...inRiyadh, party: 'C1', date: '03-21', rows: service(1000) })
  expectOk(await q.remove(`/invoices/${documents.I8}`))
  const corrected = { party: 'C2', branch: 'J', date: '03-25', due: '04-24' } as const
  await invoice(q, 'I9', { ...corrected, rows: service(1000) })
  const own = { invoice_number: 'I9', invoice_date: '2025-03-25', customer_id: ids.C2 }
  const body = { ...tradeBody(q, { ...corrected, rows: service(1200) }), ...own }
  expectOk(await q.post(`/invoices/${documents.I9}`, body))
}

async function endOfQuarter(q: Quarter): Promise<void> {
  const pairs: [date: string, branch: 'R' | 'J', lines: Line[]][] = [
    [
      '03-28',
      'R',
      [
        ['FURNITURE', 2300],
        ['BANK', -2300],
      ],
    ],
    [
      '03-29',
      'R',
      [
        ['BANK', 1500],
        ['ACCDEP', 2000],
        ['FURNITURE', -3000],
        ['DISPOSAL', -500],
      ],
    ],
    ['03-31', 'R', depreciation],
    [
      '03-31',
      'J',
      [
        ['RENT', 8000, 'showrooms'],
        ['ACCRUED', -8000],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['INTEREST', 625],
        ['BANK', -625],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['ZAKAT', 1000],
        ['ZAKAT_PROV', -1000],
      ],
    ],
    [
      '03-31',
      'R',
      [
        ['LOAN', 5000],
        ['BANK', -5000],
      ],
    ],
  ]
  for (const [date, branch, lines] of pairs) await manual(q, date, branch, lines)
  const rates = [{ currency_id: q.ids.EUR, rate: 4.25 }]
  expectOk(await q.post('/accounting/fx-revaluations', { date: '2025-03-31', rates }))
  expectOk(await q.post('/vat-periods/frequency', { frequency: 'quarterly' }))
  expectOk(await q.post('/vat-periods/20250331/file', {}))
}
