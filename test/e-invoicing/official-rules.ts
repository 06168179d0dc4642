import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Node, parseXmlDocument } from 'slimdom'

// The rule sheets themselves are not included. Each rule's context, guards and firing condition are copied from them word for
// word. An independent XPath engine evaluates these, so that our rules can be compared with the authority's.

type OfficialRule = { id: string; flag: string; contexts: string[]; guards: string[]; fires: string }

// Not imported: its types would bring the browser's types into all other files.
type Variables = Record<string, never>
type Engine = {
  evaluateXPathToBoolean(xpath: string, node: Node, domFacade: null, variables: Variables, given: object): boolean
  evaluateXPathToNodes(xpath: string, node: Node, domFacade: null, variables: Variables, given: object): Node[]
  registerCustomXPathFunction(
    name: { namespaceURI: string; localName: string },
    signature: string[],
    result: string,
    make: (context: unknown, value: unknown) => string,
  ): void
}
const { evaluateXPathToBoolean, evaluateXPathToNodes, registerCustomXPathFunction } = createRequire(import.meta.url)(
  'fontoxpath',
) as Engine

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const prefixes: Record<string, string> = {
  ubl: `${ubl}:Invoice-2`,
  cn: `${ubl}:CreditNote-2`,
  cac: `${ubl}:CommonAggregateComponents-2`,
  cbc: `${ubl}:CommonBasicComponents-2`,
  ext: `${ubl}:CommonExtensionComponents-2`,
  sig: `${ubl}:CommonSignatureComponents-2`,
  sac: `${ubl}:SignatureAggregateComponents-2`,
  sbc: `${ubl}:SignatureBasicComponents-2`,
  xs: 'http://www.w3.org/2001/XMLSchema',
  test: 'urn:test',
}
const options = { namespaceResolver: (prefix: string) => prefixes[prefix] ?? null }

// The engine has no format-number. These conditions only use it for amounts of two decimals.
registerCustomXPathFunction(
  { namespaceURI: 'urn:test', localName: 'two-decimals' },
  ['xs:anyAtomicType?'],
  'xs:string',
  (_, value) =>
    value === null
      ? 'NaN'
      : new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(Number(value)),
)
const withFormat = (xpath: string) =>
  xpath.includes('format-number')
    ? xpath.replaceAll('format-number', 'test:two-decimals').replaceAll(/,\s*'#\.00'/g, '')
    : xpath

/** Conditions that cannot be evaluated: variables without a definition in the rows, and `otherwise` branches. */
const isWhole = ({ fires, guards }: OfficialRule) =>
  !/\$(prepaid|checkOne|checkTwo|bad-|scheme)/.test(fires) && fires !== 'otherwise' && !guards.includes('otherwise')

const everyRule: OfficialRule[] = ['ksa', 'cen']
  .flatMap((name) => {
    const text = readFileSync(new URL(`./fixtures/rules-${name}-R3.4.8.tsv`, import.meta.url), 'utf8')
    return text.trim().split('\n').slice(1)
  })
  .map((line) => {
    const [id = '', flag = '', context = '', guards = '', fires = ''] = line.split('\t')
    return {
      id,
      flag,
      contexts: alternatives(context).map((path) => (path.startsWith('/') ? path : `//${path}`)),
      guards: guards === '' ? [] : guards.split(' >> '),
      fires: withFormat(fires.replace(/^when /, '')),
    }
  })

export const officialIds: ReadonlySet<string> = new Set(everyRule.map(({ id }) => id))
export const officialRules = everyRule.filter(isWhole)

/** A match pattern cut at its top-level bars. */
function alternatives(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  let quote = ''
  for (const character of pattern) {
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === "'" || character === '"') quote = character
    else if ('[('.includes(character)) depth++
    else if ('])'.includes(character)) depth--
    if (character === '|' && depth === 0 && quote === '') parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The ids of all rules that this document breaks. */
export function brokenOfficialRules(xml: string): Set<string> {
  const document = parseXmlDocument(xml)
  const isTrue = (xpath: string, node: Node) => evaluateXPathToBoolean(xpath, node, null, {}, options)
  const nodesOf = (xpath: string, node: Node) => evaluateXPathToNodes(xpath, node, null, {}, options)
  const broken = new Set<string>()
  for (const { id, contexts, guards, fires } of officialRules) {
    let nodes = contexts.flatMap((path) => nodesOf(path, document))
    for (const guard of guards) {
      const [, kind, xpath = ''] = /^(if|when|for-each) ([\s\S]*)$/.exec(guard) ?? []
      nodes =
        kind === 'for-each'
          ? nodes.flatMap((node) => nodesOf(xpath, node))
          : nodes.filter((node) => isTrue(xpath, node))
    }
    if (nodes.some((node) => isTrue(fires, node))) broken.add(id)
  }
  return broken
}
