import type { ImportColumn } from '#contract/imports/import-columns.ts'
import { type ImportKindName, importKindOf } from '#contract/imports/import-kinds.ts'
import type { Context } from '#server/core/context.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { type Format, writeTables } from '#server/resource/write-table.ts'

/** A file as it can be imported: the heads of the language that asks, and a row as an example. */
export function importTemplate(context: Context, kind: ImportKindName, format: Format): Promise<AnswerFile> {
  const { language, services, session } = context
  const { columns, labels } = importKindOf(kind)
  const table = {
    title: services.words.say(language, `imports:kinds.${kind}`),
    columns: columns.map(({ key }) => ({ head: services.words.label(language, labels, key), kind: 'plain' as const })),
    decimals: session.organization.decimals,
    rows: exampleRows(columns, context.today.slice(0, 4)),
  }
  return writeTables(context, `mizan-${kind}`, [table], format)
}

/** Further rows say what differs: an empty cell of the head continues the record above. */
function exampleRows(columns: readonly ImportColumn[], year: string): string[][] {
  const more = Math.max(0, ...columns.map(({ moreExamples = [] }) => moreExamples.length))
  return Array.from({ length: more + 1 }, (_, row) =>
    columns.map(({ example, moreExamples = [] }) =>
      (row === 0 ? example : (moreExamples[row - 1] ?? '')).replace('{year}', year),
    ),
  )
}
