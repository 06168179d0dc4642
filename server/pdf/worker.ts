// The process that sets papers. It loads the typesetter and the fonts once, and ends when its parent ends it or dies.
import { readFileSync } from 'node:fs'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import QRCode from 'qrcode'
import { printableText } from '#contract/paper/printable-text.ts'
import { families, furtherFonts, ownFonts } from './fonts.ts'
import { isolateRuns } from './isolate-runs.ts'
import type { PdfPaper } from './paper.ts'
import { withSearchableText } from './searchable-text.ts'

export type PdfRequest = { id: number; papers: readonly PdfPaper[]; format: 'pdf' | 'svg' }
export type PdfReply = { id: number; pdf?: Uint8Array; error?: string }

const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontPaths: [...ownFonts, ...furtherFonts] }],
})
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const templates = {
  sheet: read('./paper.typ'),
  receipt: read('./receipt.typ'),
  labels: read('./labels.typ'),
  product_labels: read('./product-labels.typ'),
}

type Fonts = 'own' | 'all'

async function render(papers: readonly PdfPaper[], format: PdfRequest['format']): Promise<Uint8Array> {
  try {
    return await set(papers, format, 'all')
  } catch {
    // Two characters that no single font draws as one, such as a letter with a mark of another script: PDF/A refuses them.
    return set(papers, format, 'own')
  }
}

async function set(papers: readonly PdfPaper[], format: PdfRequest['format'], fonts: Fonts): Promise<Uint8Array> {
  const [first] = papers
  if (!first) throw new Error('there is no paper to set')
  compiler.resetShadow()
  const inputs = []
  for (const [place, paper] of papers.entries()) inputs.push(await prepared(paper, place, fonts))
  const result = compiler.compile({
    mainFileContent: templates[templateOf(first)],
    inputs: { papers: JSON.stringify(inputs), families: JSON.stringify(families) },
  })
  const document = result.result
  if (!document) {
    const diagnostics = result.takeDiagnostics()
    throw new Error(diagnostics ? JSON.stringify(compiler.fetchDiagnostics(diagnostics)) : 'the paper cannot be set')
  }
  if (format === 'svg') return Buffer.from(onOneGround(compiler.plainSvg(document)), 'utf8')
  const creationTimestamp = Date.parse(`${first.created_at}T00:00:00Z`) / 1_000
  const pdf = compiler.pdf(document, { pdfStandard: 'a-3b', creationTimestamp })
  compiler.evictCache(10)
  return withSearchableText(pdf)
}

const pageGround = /^ {4}<path class="typst-shape" fill="#ffffff"[^>]*\/>\n/gm

/** The typesetter draws the ground of every page at the top, so that it hides the first page: one ground lies below all of them. */
const onOneGround = (svg: string): string =>
  svg
    .replace(pageGround, '')
    .replace(/^<svg[^>]*>\n/, (head) => `${head}    <rect width="100%" height="100%" fill="#ffffff"/>\n`)

const templateOf = ({ labels, label_sheet, is_receipt }: PdfPaper): keyof typeof templates => {
  if (label_sheet) return 'product_labels'
  if (labels) return 'labels'
  return is_receipt ? 'receipt' : 'sheet'
}

/** Its pictures as files that the template names by the place of the paper, and the rest as data. */
async function prepared({ logo, qr, files = [], ...paper }: PdfPaper, place: number, fonts: Fonts) {
  const map = (name: string, bytes: Buffer) => compiler.mapShadow(`${import.meta.dirname}/${name}`, bytes)
  if (logo) map(`logo-${place}.${logo.format}`, Buffer.from(logo.bytes))
  if (qr) map(`qr-${place}.svg`, await codeOf(qr))
  for (const [index, { code }] of (paper.labels ?? []).entries()) map(`label-${index}.svg`, await codeOf(code))
  // The code and the files are what the authority has: only the words on the paper are substituted.
  return { ...printable(paper, fonts), qr, files, ...(logo && { logo: { format: logo.format } }) }
}

const codeOf = async (text: string): Promise<Buffer> =>
  Buffer.from(await QRCode.toString(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'L' }))

/** Every text inside, as the fonts can print it, with its left-to-right runs marked. */
function printable<Value>(value: Value, fonts: Fonts): Value {
  if (typeof value === 'string') return isolateRuns(printableText(value, fonts)) as Value
  if (Array.isArray(value)) return value.map((one) => printable(one, fonts)) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printable(one, fonts)])) as Value
}

process.on('message', (request: PdfRequest) => {
  const answer = (reply: PdfReply) => process.send?.(reply)
  render(request.papers, request.format).then(
    (pdf) => answer({ id: request.id, pdf }),
    (error) => answer({ id: request.id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
