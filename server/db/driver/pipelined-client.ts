import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Socket } from 'node:net'
import pg, { type FieldDef, type QueryResult } from 'pg'

const require = createRequire(import.meta.url)
const { prepareValue } = require('pg/lib/utils') as { prepareValue(value: unknown): string | Buffer | null }

/** Internals of pg. Its version is pinned, and `pipelined-client.test.ts` fails if they change. */
type Connection = {
  stream: Socket
  on(event: 'parameterStatus', heard: (said: { parameterName: string; parameterValue: string }) => void): void
  submittedNamedStatements: Record<string, string>
  parse(message: object): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  flush(): void
  sync(): void
}
type Status = { status: string | null }
type ClientParts = {
  connection: Connection
  readyForQuery: boolean
  _activeQuery: unknown
  _sentQueryQueue: unknown[]
  _txStatus: string | null
  _handleReadyForQuery(message: Status): void
  _handleCommandComplete(message: object): void
}
type ResultParts = { fields: FieldDef[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown; RowCtor: unknown }
type QueryParts = {
  name: string
  text: string
  values: readonly unknown[]
  callback: (error: Error | null, result: QueryResult) => void
  _result: ResultParts
  _accumulateRows: boolean
  hasBeenParsed(connection: Connection): boolean
  handleError(error: Error, connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}
// The types of `pg` leave out the parts of clients and queries that are not documented.
const BareClient = pg.Client as unknown as new (settings: pg.ClientConfig) => pg.Client & ClientParts
// The same of its queries.
const BareQuery = pg.Query as unknown as new (config: object) => QueryParts

/** A list of ids is joined directly: pg searches each for quotes to escape, which takes ten times as long. */
function sentValue(value: unknown): string | Buffer | null {
  return Array.isArray(value) && value.every(Number.isSafeInteger) ? `{${value.join(',')}}` : prepareValue(value)
}

/** The result columns of a statement, with their parsers. */
type Shape = Pick<ResultParts, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

/**
 * A named statement is parsed and described once per connection. A statement without a name is a command that returns
 * no rows and is parsed each time. It sends no Sync of its own.
 */
class PreparedQuery extends BareQuery {
  readonly batch: number
  readonly #shapes: Map<string, Shape>
  constructor(
    config: { name: string; text: string; values: readonly unknown[] },
    batch: number,
    shapes: Map<string, Shape>,
  ) {
    super(config)
    this.batch = batch
    this.#shapes = shapes
  }

  submit(connection: Connection): Error | null {
    const { name, text } = this
    let values: readonly unknown[]
    try {
      values = this.values.map(sentValue)
    } catch (error) {
      return error as Error
    }
    if (!name) connection.parse({ name, text })
    else if (!this.hasBeenParsed(connection)) {
      connection.parse({ name, text })
      connection.submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values })
    const shape = this.#shapes.get(name)
    if (shape) {
      Object.assign(this._result, shape)
      this._accumulateRows = true
    } else if (name) connection.describe({ type: 'P' })
    connection.execute({})
    return null
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    if (this.name && !this.#shapes.has(this.name)) this.#shapes.set(this.name, sharedShape(this.name, this._result))
  }
}

const sharedShapes = new Map<string, Shape>()

/** All connections parse results alike and share one shape, unless a migration ran between them. */
function sharedShape(name: string, { fields, _parsers, _prebuiltEmptyResultObject }: ResultParts): Shape {
  const shared = sharedShapes.get(name)
  const isSame = (field: FieldDef, index: number) =>
    field.name === shared?.fields[index]?.name && field.dataTypeID === shared.fields[index]?.dataTypeID
  if (shared?.fields.length === fields.length && fields.every(isSame)) return shared
  const shape = { fields, _parsers, _prebuiltEmptyResultObject }
  sharedShapes.set(name, shape)
  return shape
}

/**
 * Statements of one turn of the event loop are sent in one write: waking the database for each costs more than running
 * most of them. The statements of a transaction (`send`) are answered in one write as well, because one Sync follows
 * all of them.
 */
export class PipelinedClient extends BareClient {
  readonly #shapes = new Map<string, Shape>()
  #isCorked = false
  #batch = 0
  #hasUnsynced = false
  /** What each pending ReadyForQuery ends: a batch, or one query of pg's own. */
  readonly #ends: (number | null)[] = []
  #isStandby = false
  readonly isDistributed: boolean

  constructor(settings: pg.ClientConfig & { isDistributed?: boolean }) {
    super(settings)
    this.isDistributed = settings.isDistributed === true
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
    })
  }

  /** Whether the server says that it follows another one. It says so itself, at the start and when it is promoted. */
  get isStandby(): boolean {
    return this.#isStandby
  }

  /** A statement inside a transaction. If one before it fails, it fails too, because PostgreSQL skips it. */
  send(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const name = nameOf(text)
    // Reported as soon as those with a name: the first failure is the one that failed the transaction.
    if (!name)
      return new Promise((resolve, reject) => {
        this.query(text, values, (error: Error | null, result: QueryResult) =>
          error ? reject(error) : resolve(result),
        )
      })
    return this.#sendUnsynced(name, text, values)
  }

  /**
   * A command that begins or ends a transaction, sent together with the statements around it. It is named by its own
   * text.
   */
  command(text: string): Promise<QueryResult> {
    return this.#sendUnsynced(text, text, [])
  }

  /** The same for a command whose text differs each time and which returns no rows: it is parsed each time. */
  commandOnce(text: string): Promise<QueryResult> {
    return this.#sendUnsynced('', text, [])
  }

  #sendUnsynced(name: string, text: string, values: readonly unknown[]): Promise<QueryResult> {
    this.#sendTogether()
    const query = new PreparedQuery({ name, text, values }, this.#batch, this.#shapes)
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result))
      this.#hasUnsynced = true
      // A query of `pg` is submitted as it is, which its types do not list.
      super.query(query as never)
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg overloads `query` five ways; this passes them all through
  override query(...given: any[]): any {
    this.#sendTogether()
    if (this.#hasUnsynced) this.#sync()
    this.#ends.push(null)
    const [first, ...rest] = given
    const text = typeof first === 'string' ? first : first?.text
    const values = typeof first === 'string' ? rest[0] : first?.values
    const plain = typeof text === 'string' && Array.isArray(values) && !first.name && typeof first.submit !== 'function'
    const name = plain ? nameOf(text) : undefined
    const forward = super.query as (...args: unknown[]) => unknown
    if (!name) return forward.apply(this, given)
    const config = typeof first === 'string' ? { text, values, name } : { ...first, name }
    return forward.apply(this, [config, ...(typeof first === 'string' ? rest.slice(1) : rest)])
  }

  #sendTogether(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      if (this.#hasUnsynced) this.#sync()
      stream.uncork()
    })
  }

  #sync(): void {
    this.connection.sync()
    this.#ends.push(this.#batch++)
    this.#hasUnsynced = false
  }

  override _handleCommandComplete(message: object): void {
    const isPrepared = this._activeQuery instanceof PreparedQuery
    super._handleCommandComplete(message)
    if (isPrepared) super._handleReadyForQuery({ status: this._txStatus })
  }

  override _handleReadyForQuery(message: Status): void {
    const batch = this.#ends.shift() ?? null
    if (batch !== null) this.#failSkipped(batch)
    // Without a failure the last one has already let the next batch start.
    if (batch === null || (this._activeQuery === null && !this.readyForQuery)) super._handleReadyForQuery(message)
    else this._txStatus = message.status
  }

  #failSkipped(batch: number): void {
    const sent = this._sentQueryQueue
    for (let [next] = sent; next instanceof PreparedQuery && next.batch === batch; [next] = sent) {
      sent.shift()
      delete this.connection.submittedNamedStatements[next.name]
      const error = Object.assign(new Error('a statement before it has failed'), { code: '25P02' })
      next.handleError(error, this.connection)
    }
  }
}

const statementNames = new Map<string, string>()
const statementNamesMaximum = 500

/**
 * The name of a parametrised statement, so that PostgreSQL plans it once per connection: under row security planning
 * costs more than running. At most 500 texts are named; the rest run unnamed.
 */
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known || statementNames.size >= statementNamesMaximum) return known
  const name = `q${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`
  statementNames.set(text, name)
  return name
}
