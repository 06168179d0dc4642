// The process that sets papers. It loads the typesetter and the fonts once, and ends when its parent ends it or dies.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import QRCode from 'qrcode'
import type { PdfPaper } from './paper.ts'

export type PdfRequest = { id: number; papers: readonly PdfPaper[]; format: 'pdf' | 'svg' }
export type PdfReply = { id: number; pdf?: Uint8Array; error?: string }

const require = createRequire(import.meta.url)
const plex = dirname(require.resolve('@expo-google-fonts/ibm-plex-sans-arabic/package.json'))
const riyal = dirname(require.resolve('@emran-alhaddad/saudi-riyal-font/package.json'))
const compiler = NodeCompiler.create({
  workspace: import.meta.dirname,
  fontArgs: [{ fontPaths: [`${plex}/400Regular`, `${plex}/600SemiBold`, riyal] }],
})
const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const templates = { sheet: read('./paper.typ'), receipt: read('./receipt.typ') }

async function render(papers: readonly PdfPaper[], format: PdfRequest['format']): Promise<Uint8Array> {
  const [first] = papers
  if (!first) throw new Error('there is no paper to set')
  compiler.resetShadow()
  const inputs = []
  for (const [place, paper] of papers.entries()) inputs.push(await prepared(paper, place))
  const result = compiler.compile({
    mainFileContent: templates[first.is_receipt ? 'receipt' : 'sheet'],
    inputs: { papers: JSON.stringify(inputs) },
  })
  const document = result.result
  if (!document) {
    const said = result.takeDiagnostics()
    throw new Error(said ? JSON.stringify(compiler.fetchDiagnostics(said)) : 'the paper cannot be set')
  }
  if (format === 'svg') return Buffer.from(compiler.plainSvg(document), 'utf8')
  const creationTimestamp = Date.parse(`${first.created_at}T00:00:00Z`) / 1_000
  const pdf = compiler.pdf(document, { pdfStandard: 'a-3b' as never, creationTimestamp })
  compiler.evictCache(10)
  return pdf
}

/** Its pictures as files that the template names by the place of the paper, and the rest as data. */
async function prepared({ logo, files = [], ...paper }: PdfPaper, place: number) {
  const map = (name: string, bytes: Buffer) => compiler.mapShadow(`${import.meta.dirname}/${name}`, bytes)
  if (logo) map(`logo-${place}.${logo.format}`, Buffer.from(logo.bytes))
  if (paper.qr) {
    const svg = await QRCode.toString(paper.qr, { type: 'svg', margin: 0, errorCorrectionLevel: 'L' })
    map(`qr-${place}.svg`, Buffer.from(svg))
  }
  return { ...paper, files, ...(logo && { logo: { format: logo.format } }) }
}

process.on('message', (request: PdfRequest) => {
  const answer = (reply: PdfReply) => process.send?.(reply)
  render(request.papers, request.format).then(
    (pdf) => answer({ id: request.id, pdf }),
    (error) => answer({ id: request.id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
