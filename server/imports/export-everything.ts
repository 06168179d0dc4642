import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { holdsAny } from '#contract/access/permissions.ts'
import { type ImportKindName, importKindNames, importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import type { Language } from '#server/core/locale.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import type { Format } from '#server/resource/write-table.ts'
import { exportKind, rowsOfKind } from './export-kind.ts'
import { monthEndsName, monthEndsText } from './package/month-ends-file.ts'
import { monthEndBalances } from './receipt/month-ends.ts'

/**
 * Every kind as a file of its own, numbered in the order in which they come in, and a page that explains them. One kind at a time is in
 * memory, and what is packed already.
 */
export async function exportEverything(context: Context, format: Format): Promise<AnswerFile> {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const add = (name: string, content: Uint8Array) => {
    // A workbook is packed already.
    const entry = name.endsWith('.xlsx') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(entry)
    entry.push(content, true)
  }
  const files: { name: string; kind: ImportKindName }[] = []
  const leftOut: ImportKindName[] = []
  for (const [index, kind] of importKindNames.entries()) {
    if (!holdsAny(context.session.authority, [importKindOf(kind).permissions.create])) {
      leftOut.push(kind)
      continue
    }
    if ((await rowsOfKind(context, kind, 1)).length === 0) continue
    const name = `${String(index + 1).padStart(2, '0')}-${kind}.${format}`
    const { content } = await exportKind(context, kind, format)
    add(name, content as Buffer)
    files.push({ name, kind })
  }
  // What is compared after the import. It shows the books: without the permission for entries it is left out.
  if (!leftOut.includes('journal_entries')) {
    const days = await monthEndBalances(context)
    if (days.length > 0) add(`99-${monthEndsName}`, Buffer.from(monthEndsText(days)))
  }
  add(
    'README.txt',
    Buffer.from(`\ufeff${pageOf(context, 'ar', files, leftOut)}\n\n${pageOf(context, 'en', files, leftOut)}`),
  )
  zip.end()
  const name = `mizan-everything-${context.today}.zip`
  return { name, mimetype: 'application/zip', content: Buffer.concat(packed) }
}

function pageOf(
  { services, today }: Context,
  language: Language,
  files: readonly { name: string; kind: ImportKindName }[],
  leftOut: readonly ImportKindName[],
): string {
  const say = (key: string, params?: Record<string, string>) => services.words.say(language, `imports:${key}`, params)
  return [
    say('readme.title', { date: today }),
    say('readme.how'),
    '',
    ...files.map(({ name, kind }) => `${name}  ${say(`kinds.${kind}`)}`),
    ...(leftOut.length > 0
      ? ['', say('readme.not_permitted'), ...leftOut.map((kind) => `- ${say(`kinds.${kind}`)}`)]
      : []),
    '',
    say('readme.rest'),
  ].join('\r\n')
}
