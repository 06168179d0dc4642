import { isDeepStrictEqual, parseArgs } from 'node:util'
import pg from 'pg'
import { type Config, readConfig } from '#server/config.ts'
import { chosenKey } from '#server/db/embedded/backup-key.ts'
import { StartRefusal, sentenceOf } from '#server/start-refusal.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import { askOfOne, brokenSince } from '../../test/harness/invariants.ts'
import { counted, readTrialBalances } from '../backup-manifest.ts'
import { withConnection } from './in-database.ts'
import { migrationsOf } from './migrations-of.ts'
import { type Head, type Line, type Rows, readFileOf } from './organization-file.ts'
import { brokenReferences, readTables, type Sum, sumOf, type Table } from './tables.ts'

/**
 * `npm run import -- --from FILE [--key FILE]`: the organization of the file becomes one of this installation, while the server runs or not, in one transaction. Before it is committed
 * every row is compared with the file, and every reference, every invariant and the trial balance are checked.
 */
try {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      key: { type: 'string' },
      'without-messages': { type: 'boolean', default: false },
    },
  })
  console.log(await importOrganization(readConfig(), values))
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}

type Request = { from?: string; key?: string; 'without-messages': boolean }

async function importOrganization(
  config: Config,
  { from, key, 'without-messages': isQuiet }: Request,
): Promise<string> {
  if (!from) throw new StartRefusal('Say which: npm run import -- --from FILE.')
  const sealing = await chosenKey(key, config)
  return withConnection(config, (client) =>
    readInto(client, readFileOf(from, sealing), { vault: createVault(config.dataDir), isQuiet }).catch((error) => {
      throw worded(error)
    }),
  )
}

type ReadOptions = { vault: Vault; isQuiet: boolean }

async function readInto(
  client: pg.Client,
  lines: AsyncIterable<Line>,
  { vault, isQuiet }: ReadOptions,
): Promise<string> {
  await client.query('BEGIN')
  // Rows arrive in the order of the names of their tables, and triggers would post, count and hash again.
  await client.query(
    `SET LOCAL session_replication_role = 'replica'; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`,
  )
  const tables = new Map((await readTables(client)).map((table) => [table.name, table]))
  let head: Head | undefined
  let sums: Record<string, Sum> | undefined
  let id = 0
  let count = 0
  for await (const line of lines) {
    if ('head' in line) {
      head = line.head
      id = await chooseNumber(client, head)
    } else if ('end' in line) sums = line.end.sums
    else {
      const table = tables.get(line.table)
      if (!table) throw new StartRefusal(`The file has a table ${line.table} that is not known here.`)
      if (table.name === 'user_directory') await requireFreeAddresses(client, line.rows)
      if (isQuiet && table.name === 'outbox_directory') continue
      await insert(
        client,
        table,
        line.rows.map((row) => owned(row, table, id, head as Head, vault)),
      )
      count += line.rows.length
    }
  }
  if (!head || !sums) throw new StartRefusal('The file is cut off: its last line is missing.')
  await compare(
    client,
    [...tables.values()].filter(({ name }) => !(isQuiet && name === 'outbox_directory')),
    sums,
    id,
  )
  await openAccounts(client, id)
  await continueSequences(client, [...tables.values()], id)
  await prove(client, head, id)
  await client.query('COMMIT')
  const moved =
    id === head.organization_id
      ? ''
      : ` Its number was ${head.organization_id}: shared links and keys of programs made there do not open here.`
  return `${head.name} is organisation ${id}, ${counted(count, 'row')}: all rows, references, invariants and the trial balance are those of the file.${moved}`
}

/** The number it had if it is free here, as links and keys contain it; otherwise the next one. */
async function chooseNumber(client: pg.Client, head: Head): Promise<number> {
  if (!isDeepStrictEqual(await migrationsOf(client), head.migrations))
    throw new StartRefusal(
      `The file is of version ${head.version} with other migrations than this database: bring both to the same version first.`,
    )
  await client.query(`SET LOCAL app.organization_id = ${head.organization_id}`)
  const taken = await client.query('SELECT FROM organizations WHERE organization_id = $1', [head.organization_id])
  if (taken.rowCount === 0) return head.organization_id
  const { rows } = await client.query(
    `SELECT nextval(pg_get_serial_sequence('organizations', 'organization_id'))::int AS id`,
  )
  await client.query(`SET LOCAL app.organization_id = ${rows[0].id}`)
  return rows[0].id
}

async function requireFreeAddresses(client: pg.Client, rows: Rows['rows']): Promise<void> {
  const taken = await client.query('SELECT email FROM user_directory WHERE email = ANY ($1) ORDER BY email', [
    rows.map(({ email }) => email),
  ])
  if (taken.rows.length > 0)
    throw new StartRefusal(
      `Already used here: ${taken.rows.map(({ email }) => email).join(', ')}. Change the addresses in one of the installations first.`,
    )
}

function owned(
  row: Record<string, unknown>,
  table: Table,
  id: number,
  head: Head,
  vault: Vault,
): Record<string, unknown> {
  const changed: Record<string, unknown> = { ...row, organization_id: id }
  // Of no transaction of this database: what is in the file was committed long ago.
  for (const column of table.ignored) if (column === 'created_transaction') changed[column] = '0'
  for (const column of table.sealed)
    if (typeof row[column] === 'string') changed[column] = `\\x${vault.seal(id, row[column]).toString('hex')}`
  if (table.name === 'organizations') changed.hashed_as = head.hashed_as === id ? null : head.hashed_as
  return changed
}

async function insert(client: pg.Client, { name, columns }: Table, rows: Record<string, unknown>[]): Promise<void> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  await client.query(
    `INSERT INTO public.${name} (${list}) SELECT ${list} FROM jsonb_populate_recordset(NULL::public.${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

async function compare(client: pg.Client, tables: Table[], sums: Record<string, Sum>, id: number): Promise<void> {
  for (const table of tables) {
    const found = await sumOf(client, table, id)
    if (!isDeepStrictEqual(found, sums[table.name]))
      throw new StartRefusal(
        `${table.name} is not what was exported (${found.rows} rows instead of ${sums[table.name]?.rows}). Nothing was imported.`,
      )
  }
}

/** People whose password stayed in their personal tenant get an account here. They set a password by mail. */
async function openAccounts(client: pg.Client, id: number): Promise<void> {
  await client.query(
    `INSERT INTO user_directory (email, organization_id, user_id)
     SELECT own.email, own.organization_id, own.id FROM users AS own WHERE own.organization_id = $1 AND own.deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM user_directory AS known WHERE known.organization_id = $1 AND known.user_id = own.id)`,
    [id],
  )
}

/** New rows of every organization get numbers above the imported ones. */
async function continueSequences(client: pg.Client, tables: Table[], id: number): Promise<void> {
  for (const { name, sequences } of tables)
    for (const { column, name: sequence } of sequences) {
      const { rows } = await client.query(
        `SELECT max(${column}) > (SELECT last_value FROM ${sequence}) AS is_behind FROM public.${name} WHERE organization_id = $1`,
        [id],
      )
      if (!rows[0].is_behind) continue
      // No other transaction draws a number meanwhile.
      await client.query(`LOCK TABLE public.${name} IN SHARE MODE`)
      await client.query(
        `SELECT setval('${sequence}', greatest((SELECT last_value FROM ${sequence}), (SELECT max(${column}) FROM public.${name} WHERE organization_id = $1)))`,
        [id],
      )
    }
}

async function prove(client: pg.Client, head: Head, id: number): Promise<void> {
  const references = await brokenReferences(client, id)
  if (references.length > 0)
    throw new StartRefusal(`References are broken: ${references.join(', ')}. Nothing was imported.`)
  const { rows } = await client.query(
    `SELECT tableowner FROM pg_tables WHERE tablename = 'organizations' AND schemaname = 'public'`,
  )
  // As the owner, whom row security binds: the books of this organization alone are checked, and no other ones are read.
  await client.query(
    `SET LOCAL session_replication_role = 'origin'; SET LOCAL ROLE ${pg.escapeIdentifier(rows[0].tableowner)}`,
  )
  const broken = brokenSince(await askOfOne(client), head.broken)
  if (broken.length > 0)
    throw new StartRefusal(`Invariants are broken: ${broken.map(({ name }) => name).join(', ')}. Nothing was imported.`)
  const [balance] = await readTrialBalances(client)
  const { organization_id: _, ...found } = balance ?? {}
  if (!isDeepStrictEqual(balance ? found : null, head.trial_balance))
    throw new StartRefusal('The trial balance is not that of the file. Nothing was imported.')
}

function worded(error: pg.DatabaseError): Error {
  if (error.code === '42501' && /session_replication_role/.test(error.message))
    return new StartRefusal(
      'The role of DATABASE_URL may not switch off triggers: run "GRANT SET ON PARAMETER session_replication_role TO <role>" as a superuser, and revoke it after the import.',
    )
  if (error.constraint === 'organization_directory_pkey')
    return new StartRefusal('The user name of the organisation is taken here. Nothing was imported.')
  if (error.constraint === 'user_directory_pkey')
    return new StartRefusal(`Already used here: ${error.detail ?? 'the address of a user'} Nothing was imported.`)
  return error
}
