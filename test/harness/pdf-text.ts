import { getDocumentProxy } from 'unpdf'

type Font = { name: string; isEmbedded: boolean }
export type ReadPdf = {
  text: string
  fonts: Font[]
  pages: number
  size: { width: number; height: number }
  /** Addresses outside the file, and how many places lead to another place in it. */
  links: { urls: string[]; within: number }
}
type PlacedText = { str: string; transform: number[]; width: number; height: number }
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** What a PDF says, line by line from the top, pages parted by a form feed; its fonts; the size of its first page in points. */
export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  const texts: string[] = []
  const fonts = new Map<string, Font>()
  let size = { width: 0, height: 0 }
  const links: ReadPdf['links'] = { urls: [], within: 0 }
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    // As readers search: signs for several letters become these letters after the line was put in order.
    const { items } = await page.getTextContent({ disableNormalization: true })
    texts.push(
      linesOf(items.filter((item) => 'str' in item) as PlacedText[])
        .join('\n')
        .normalize('NFKC'),
    )
    for (const font of await fontsOf(page)) fonts.set(font.name, font)
    for (const { url, dest } of (await page.getAnnotations()) as { url?: string; dest?: unknown }[]) {
      if (url) links.urls.push(url)
      if (dest) links.within++
    }
    const { width, height } = page.getViewport({ scale: 1 })
    if (number === 1) size = { width, height }
  }
  await document.loadingTask.destroy()
  return { text: `${texts.join('\f')}\f`, fonts: [...fonts.values()], pages: texts.length, size, links }
}

/** Pieces of text at one height are a line, from left to right; a gap of an eighth of the height is a blank. */
function linesOf(items: PlacedText[]): string[] {
  const lines: { bottom: number; pieces: PlacedText[] }[] = []
  for (const item of items.filter(({ str }) => str.trim() !== '')) {
    const bottom = item.transform[5] ?? 0
    const line = lines.find((other) => Math.abs(other.bottom - bottom) < 2)
    if (line) line.pieces.push(item)
    else lines.push({ bottom, pieces: [item] })
  }
  return lines.sort((one, other) => other.bottom - one.bottom).map(({ pieces }) => lineOf(pieces))
}

function lineOf(pieces: PlacedText[]): string {
  const sorted = pieces.sort((one, other) => (one.transform[4] ?? 0) - (other.transform[4] ?? 0))
  let line = ''
  let end = 0
  for (const { str, transform, width, height } of sorted) {
    const start = transform[4] ?? 0
    const isApart = line !== '' && start - end > height / 8
    line += isApart ? ` ${str}` : str
    end = start + width
  }
  return line
}

/** The fonts that the operators of a page set: a font without its glyphs in the file is not embedded. */
async function fontsOf(page: Page): Promise<Font[]> {
  const { argsArray } = await page.getOperatorList()
  const ids = new Set(argsArray.map((given) => given?.[0]).filter((id) => typeof id === 'string' && /_f\d+$/.test(id)))
  return [...ids].map((id) => {
    const { name, missingFile } = page.commonObjs.get(id)
    return { name, isEmbedded: !missingFile }
  })
}
