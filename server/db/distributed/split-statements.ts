/** What a semicolon ends nothing in: bodies of functions, texts, names, comments. */
const pieces = /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^;$'"/-]+|[\s\S]/g

/**
 * The statements of a migration. Citus sends the text that it was given to each shard, so a trigger must come in a text of its own.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = ['']
  for (const [piece] of text.matchAll(pieces)) {
    statements.push(`${statements.pop()}${piece}`)
    if (piece === ';') statements.push('')
  }
  const isComment = (statement: string) => statement.replace(/--[^\n]*/g, '').trim() === ''
  return statements.filter((statement) => !isComment(statement))
}
