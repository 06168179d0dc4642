import { expect } from 'vitest'
import type { EInvoice } from '#contract/e-invoice/model.ts'
import { decimal, type Numeric, ratio, round, sum, text } from '#ledger/money.ts'
import { readQr } from '#server/e-document/qr.ts'
import { parseXml } from '#server/xml/parse-xml.ts'
import { readEInvoice } from '#stand-in/read-e-invoice.ts'
import { callsOf, expectOk, idOf } from '../harness/organization.ts'
import { withSuperuser } from '../harness/role.ts'
import { createPhase2, type Phase2 } from './phase-2.ts'

/** Random documents of a kind. */
export const runs = 24
export type Row = {
  price: string
  quantity: string
  category: 'S' | 'Z' | 'E' | 'O' | 'export'
  discount: object
}
export type Books = Omit<Phase2, 'invoice'> & {
  dollar: number
  day(): string
  invoice(rows: readonly Row[], change?: object, path?: string): Promise<number>
  /** The answer to the same request, accepted or refused. */
  tryInvoice(rows: readonly Row[], change?: object): ReturnType<Phase2['owner']['post']>
  /** The stored XML, read by a reader that knows nothing of how it was written. */
  xmlOf(id: number): Promise<EInvoice>
}
const treatments = { S: 'standard', Z: 'zero_rated', E: 'exempt', O: 'out_of_scope', export: 'exports' } as const
const boxOf: Record<Row['category'], string | null> = { S: '1', Z: '3', E: '5', O: null, export: '4' }

/** A phase 2 seller with all data the law requires. */
export async function createBooks(): Promise<Books> {
  const books = await createPhase2()
  const { owner, app } = books
  const { get, post } = callsOf(owner)
  const { version: _, logo: __, status: ___, ...profile } = await get('/organization/show')
  const address = {
    street: 'طريق الملك فهد',
    building_number: '1234',
    additional_number: '5678',
    district: 'العليا',
    postal_code: '12345',
    city_id: 1,
  }
  await post('/organization/update', { ...profile, ...address })
  const individual = await idOf(
    owner.post('/customers', {
      name: 'منى',
      email: 'm@example.sa',
      type: 'individual',
      status: 'active',
      identifier_scheme: 'NAT',
      identifier_value: '1098213457',
    }),
  )
  const taxes = (await get('/taxes?per_page=50')) as { id: number; treatment: string }[]
  const currencies = (await get('/currencies/list')) as { id: number; code: string }[]
  const day = () => new Date(books.now().getTime() + 108e5).toISOString().slice(0, 10)
  const item = ({ category, discount, ...row }: Row) => ({
    product_id: owner.ids.service,
    tax_rate: category === 'S' ? 15 : 0,
    ...row,
    ...discount,
    tax_id: taxes.find(({ treatment }) => treatment === treatments[category])?.id,
  })
  let number = 0
  const body = (rows: readonly Row[]) => ({
    invoice_number: `AGREE-${++number}`,
    invoice_date: day(),
    due_date: day(),
    customer_id: books.company,
    branch_id: owner.ids.branch,
    currency_id: owner.ids.currency,
    items: rows.map(item),
    tax_id: item(rows[0] as Row).tax_id,
  })
  return {
    ...books,
    individual,
    day,
    dollar: currencies.find(({ code }) => code === 'USD')?.id as number,
    invoice: async (rows, change = {}, path = '/invoices') => (await post(path, { ...body(rows), ...change })).id,
    tryInvoice: (rows, change = {}) => owner.post('/invoices', { ...body(rows), ...change }),
    xmlOf: async (id) => readEInvoice(parseXml((await stampedOf(app, id)).xml)),
  }
}

type Stamped = { xml: string; qr: string; state: string; answer: { warnings?: { code: string }[] } }
const stampedOf = (app: Phase2['app'], id: number): Promise<Stamped> =>
  withSuperuser(app, async (client) => {
    const text = 'SELECT xml, coalesce(cleared_qr, qr) AS qr, state, answer FROM e_documents WHERE document_id = $1'
    return (await client.query(text, [id])).rows[0]
  })

type Boxes = Map<string, { amount: Numeric; vat: Numeric }>
async function boxesOf(books: Books): Promise<Boxes> {
  const year = books.day().slice(0, 4)
  const { rows } = await callsOf(books.owner).get(`/reports/vat-return?from=${year}-01-01&to=${year}-12-31`)
  const boxes = (rows as { key: string; figures: Record<string, Numeric | null> }[]).filter(({ key }) =>
    /^box:[1-5]$/.test(key),
  )
  return new Map(
    boxes.map(({ key, figures: { box_amount, adjustment, vat } }) => [
      key.slice(4),
      { amount: decimal(box_amount ?? 0).plus(adjustment ?? 0), vat: vat ?? 0 },
    ]),
  )
}

/** Posts and issues a document, and compares all that is said of it. Answers its id. */
export async function agreeWithPaper(books: Books, path: string, create: () => Promise<number>): Promise<number> {
  const before = await boxesOf(books)
  const id = await create()
  const after = await boxesOf(books)
  expectOk(await books.issue(id, path))
  await books.app.app.services.outbox.drain()
  const paper: Paper = await callsOf(books.owner).get(`${path}/${id}`)
  const stamped = await stampedOf(books.app, id)
  const xml = await books.xmlOf(id)
  accepted(paper, xml, stamped)
  sameFigures(paper, xml)
  sameRows(paper, xml)
  sameWords(paper, xml)
  sameCode(paper, xml, stamped)
  sameReturn(path, paper, xml, (box) => ({
    amount: decimal(after.get(box)?.amount ?? 0).minus(before.get(box)?.amount ?? 0),
    vat: decimal(after.get(box)?.vat ?? 0).minus(before.get(box)?.vat ?? 0),
  }))
  await sameEntry(books, path, id, paper, xml)
  return id
}

type Item = Record<'line_number', number> &
  Record<'quantity' | 'net_price' | 'net' | 'tax' | 'total' | 'tax_rate' | 'discount', Numeric> &
  Record<'item_name' | 'discount_percent', string | null>
type Tax = Record<'rate' | 'base' | 'tax' | 'discount', Numeric> & {
  category: string
  exemption_code: string | null
  exemption_reason: string | null
}
type Amount = 'subtotal' | 'tax' | 'total' | 'discount' | 'tax_base' | 'total_base' | 'exchange_rate' | 'deducted'
type Word = 'po_number' | 'contract_number' | 'payment_terms' | 'payment_means' | 'supply_end_date' | 'reason' | 'qr'
type Paper = Record<Amount, Numeric> &
  Record<Word, string | null> & {
    audience: string
    currency: { code: string }
    organization: { name: string; tax_number: string }
    branch: { id: number }
    customer: { name: string; tax_number: string | null; country: string }
    items: Item[]
    taxes: Tax[]
    deductions: { number: string; net: Numeric; tax: Numeric }[]
    e_document: { issue_date: string; issue_time: string }
  }

const halala = '0.01'
/** The allowed difference between a foreign document's parts, each rounded in riyals, and the whole. */
const rounded = '0.05'
const plain = (value: Numeric | null) => (value === null ? null : text(decimal(value)))
const orZero = (value: string | null) => value ?? '0'
const isNote = ({ type }: EInvoice) => type === '381' || type === '383'

/**
 * Accepted without a warning. Only the note that completes its document may be further than the tolerance from its rate, which the
 * authority accepts with a warning.
 */
function accepted({ taxes }: Paper, xml: EInvoice, { state, answer }: Stamped): void {
  const codes = (answer.warnings ?? []).map(({ code }) => code)
  const takesRest = isNote(xml) && taxes.some(({ base, rate, tax }) => !ratio(base, rate, 100, 2).eq(decimal(tax)))
  if (takesRest && codes.length > 0)
    expect({ state, codes }).toEqual({ state: 'accepted_with_warnings', codes: expect.arrayContaining(['BR-S-09']) })
  else expect({ state, codes }).toEqual({ state: 'accepted', codes: [] })
}

function sameFigures(paper: Paper, { totals, breakdown, currency, exchange_rate, prepayments }: EInvoice): void {
  const prepaid = prepayments.length === 0 ? '0' : paper.deducted
  expect({
    currency,
    exchange_rate: plain(exchange_rate),
    without_tax: plain(totals.without_tax),
    discount: plain(orZero(totals.allowances)),
    tax: plain(totals.tax),
    tax_sar: plain(totals.tax_sar),
    with_tax: plain(totals.with_tax),
    prepaid: plain(orZero(totals.prepaid)),
    payable: plain(totals.payable),
  }).toEqual({
    currency: paper.currency.code,
    exchange_rate: paper.currency.code === 'SAR' ? null : plain(paper.exchange_rate),
    without_tax: plain(paper.subtotal),
    discount: plain(paper.discount),
    tax: plain(paper.tax),
    tax_sar: plain(paper.tax_base),
    with_tax: plain(paper.total),
    prepaid: plain(prepaid),
    payable: text(decimal(paper.total).minus(prepaid)),
  })
  expect(prepayments.map(({ number, taxable, tax }) => [number, plain(taxable), plain(tax)])).toEqual(
    prepayments.length === 0 ? [] : paper.deductions.map(({ number, net, tax }) => [number, plain(net), plain(tax)]),
  )
  const said = breakdown.filter(({ category }) => paper.taxes.some((one) => one.category === category))
  const byCategory = <One extends { category: string }>(list: readonly One[]) =>
    list.toSorted((a, b) => a.category.localeCompare(b.category))
  expect(
    byCategory(said).map((one) => [
      one.category,
      plain(one.rate),
      plain(one.taxable),
      plain(one.tax),
      one.exemption?.code,
    ]),
  ).toEqual(
    byCategory(paper.taxes).map((one) => [
      one.category,
      plain(one.rate),
      plain(one.base),
      plain(one.tax),
      one.exemption_code ?? undefined,
    ]),
  )
  for (const { category, exemption_reason } of paper.taxes)
    if (category !== 'S')
      expect(said.find((one) => one.category === category)?.exemption?.text).toContain(exemption_reason)
}

function sameRows({ items, taxes }: Paper, { rows, allowances }: EInvoice): void {
  expect(
    rows.map(({ id, quantity, net, tax, gross, rate }) => [id, ...[quantity, net, tax, gross, rate].map(plain)]),
  ).toEqual(
    items.map((item) => [
      String(item.line_number),
      ...[item.quantity, item.net, item.tax, item.total, item.tax_rate].map(plain),
    ]),
  )
  for (const [index, row] of rows.entries()) {
    const item = items[index] as Item
    expect(row.name).toContain(item.item_name)
    expect(plain(sum(row.allowances.map(({ amount }) => amount)))).toBe(plain(item.discount))
    // As many decimals as it takes: never further from what is printed than the halala of the row.
    const apart = decimal(row.price).minus(item.net_price).times(item.quantity).abs()
    expect(apart.lte('0.06')).toBe(true)
    const whole = round(decimal(row.quantity).times(row.price), 2)
    expect(whole.minus(item.discount).minus(item.net).abs().lte(halala)).toBe(true)
  }
  for (const { category, amount } of allowances)
    expect(plain(amount)).toBe(plain(taxes.find((one) => one.category === category)?.discount ?? 0))
}

function sameWords(paper: Paper, xml: EInvoice): void {
  expect(xml).toMatchObject({
    audience: paper.audience,
    purchase_order: paper.po_number,
    contract: paper.contract_number,
    supply_end_date: paper.supply_end_date,
    payments: [{ means: paper.payment_means ?? '1', terms: paper.payment_terms }],
    seller: { vat_number: paper.organization.tax_number },
    issue_date: paper.e_document.issue_date,
    issue_time: paper.e_document.issue_time,
  })
  expect(xml.seller.name).toContain(paper.organization.name)
  expect(xml.buyer?.name).toContain(paper.customer.name)
  if (isNote(xml)) expect(xml.note_reason).toContain(paper.reason)
}

function sameCode({ qr: printed, organization }: Paper, xml: EInvoice, { qr }: Stamped): void {
  expect(printed).toBe(qr)
  const [name, vat_number, time, payable, tax] = (readQr(qr) ?? []).map(({ value }) => value.toString())
  expect(name).toContain(organization.name)
  expect({ vat_number, time, payable, tax }).toEqual({
    vat_number: xml.seller.vat_number,
    time: `${xml.issue_date}T${xml.issue_time}`,
    payable: xml.totals.payable,
    tax: xml.totals.tax_sar,
  })
}

type Moved = (box: string) => { amount: Numeric; vat: Numeric }
const signOf = (path: string) => (path === '/credit-notes' ? -1 : 1)

/** What the document added to the boxes of the return, in riyals: in its own currency to the halala, else by its rate. */
function sameReturn(path: string, paper: Paper, xml: EInvoice, moved: Moved): void {
  const prepaid = (of: 'taxable' | 'tax') => sum(xml.prepayments.map((one) => one[of]))
  const vat = decimal(xml.totals.tax_sar).minus(prepaid('tax')).times(signOf(path))
  expect(plain(moved('1').vat)).toBe(plain(vat))
  for (const { category, taxable, exemption } of xml.breakdown) {
    const isExport = /^VATEX-SA-3[23]$/.test(exemption?.code ?? '')
    const box = boxOf[isExport ? 'export' : category]
    if (box === null) continue
    const taken = sum(xml.prepayments.filter((one) => one.category === category).map((one) => one.taxable))
    const own = decimal(taxable).minus(taken).times(signOf(path))
    const difference = decimal(moved(box).amount).minus(own.times(paper.exchange_rate)).abs()
    // The base amount of a foreign document is converted once and shared by its categories. The last note takes the
    // rest.
    expect(difference.lte(paper.currency.code === 'SAR' ? 0 : isNote(xml) ? rounded : halala), `box ${box}`).toBe(true)
  }
}

/** The customer's open amount for it, and the tax of its entry. */
async function sameEntry({ app }: Books, path: string, id: number, paper: Paper, xml: EInvoice): Promise<void> {
  const { owed, tax, balance } = await withSuperuser(app, async (client) => {
    const { rows } = await client.query(
      `SELECT coalesce(sum(debit - credit) FILTER (WHERE line.party_id IS NOT NULL), 0)::text AS owed, coalesce(sum(debit - credit), 0)::text AS balance,
        (SELECT coalesce(sum(posted.tax), 0)::text FROM tax_entries AS posted WHERE posted.entry_id = document.entry_id) AS tax
      FROM documents AS document LEFT JOIN journal_lines AS line ON line.entry_id = document.entry_id AND line.organization_id = document.organization_id
      WHERE document.id = $1 GROUP BY document.entry_id`,
      [id],
    )
    return rows[0]
  })
  expect(plain(balance)).toBe('0')
  const prepaid = sum(xml.prepayments.map((one) => one.tax))
  expect(plain(decimal(tax).abs())).toBe(plain(decimal(xml.totals.tax_sar).minus(prepaid)))
  if (xml.prepayments.length > 0) return
  // A foreign note takes its cumulative share of what was owed in riyals; the difference is an exchange difference.
  const difference = decimal(owed).minus(decimal(paper.total_base).times(signOf(path)))
  const isRounded = isNote(xml) && paper.currency.code !== 'SAR'
  expect(difference.abs().lte(isRounded ? rounded : 0), `owed ${owed}`).toBe(true)
}
