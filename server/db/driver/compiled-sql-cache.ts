import {
  type CompiledQuery,
  type OperationNode,
  PostgresQueryCompiler,
  type QueryId,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from 'kysely'

/** Nested templates, whose texts differ by their parts. Beyond this number each is compiled again. */
const textsMaximum = 500
const texts = new Map<string, string>()
const ids = new WeakMap<object, number>()
let lastId = 0

/**
 * Kysely's compiler, which remembers the texts of `sql` templates: most of what is written and read is one and the same
 * statement with other values, and one string object is found again quicker than an equal one. What is put together
 * from anything but templates and values is compiled as ever.
 */
export class CachingQueryCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const parameters: unknown[] = []
    const name = nameOf(node, parameters)
    const known = name && texts.get(name)
    if (known) return { query: node, queryId, sql: known, parameters }
    const compiled = super.compileQuery(node, queryId)
    if (name && texts.size < textsMaximum) texts.set(name, compiled.sql)
    return compiled
  }
}

/** Whether it is made of templates and values alone, and so names no table that a plugin could see. */
export const isTemplate = (node: OperationNode): boolean =>
  RawNode.is(node) &&
  'raw' in node.sqlFragments &&
  node.parameters.every((part) => (ValueNode.is(part) ? !part.immediate : isTemplate(part)))

/** What names the text: the templates it consists of. Collects its values on the way; undefined where it has no such name. */
function nameOf(node: OperationNode, parameters: unknown[]): string | undefined {
  if (!RawNode.is(node) || !('raw' in node.sqlFragments)) return undefined
  let name = String(idOf(node.sqlFragments))
  for (const [index, part] of node.parameters.entries())
    if (ValueNode.is(part)) {
      if (part.immediate) return undefined
      parameters.push(part.value)
    } else {
      const inner = nameOf(part, parameters)
      if (inner === undefined) return undefined
      name += `(${index}:${inner})`
    }
  return name
}

function idOf(fragments: object): number {
  const known = ids.get(fragments)
  if (known !== undefined) return known
  ids.set(fragments, ++lastId)
  return lastId
}
