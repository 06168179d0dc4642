import pg from 'pg'
import { StartRefusal } from '#server/start-refusal.ts'
import type { ConnectionSettings, Pool } from '../driver/pool.ts'

/** The role that migrations grant to and revoke from; the application may sign in as another role. */
const limitedRole = 'mizan_app'

/**
 * The limited role and its rights. They are defaults for what the migrations will make, set before these run: a
 * migration may take some back, and nothing here gives them again.
 */
export async function prepareAppRole(pool: Pool, owner: ConnectionSettings, app: ConnectionSettings): Promise<void> {
  if (app.user === owner.user)
    throw new StartRefusal('The application must not sign in as the role that owns the database: see DATABASE_APP_URL.')
  const known = await pool.query('SELECT rolname, rolcanlogin FROM pg_roles WHERE rolname = any($1)', [
    [limitedRole, app.user],
  ])
  const isKnown = (name: string) => known.rows.some((row) => row.rolname === name)
  if (!isKnown(limitedRole)) await make(pool, limitedRole)
  const role = pg.escapeIdentifier(limitedRole)
  if (app.user !== limitedRole) {
    if (!isKnown(app.user))
      throw new StartRefusal(`DATABASE_APP_URL names the role "${app.user}", which does not exist.`)
    const member = await pool.query(`SELECT pg_has_role($1, $2, 'member') AS yes`, [app.user, limitedRole])
    if (!member.rows[0].yes) {
      await pool.query(`GRANT ${role} TO ${pg.escapeIdentifier(app.user)}`).catch((error: Error) => {
        throw new StartRefusal(
          `"${app.user}" lacks the rights of ${limitedRole} (${error.message}): run "GRANT ${limitedRole} TO ${app.user}".`,
        )
      })
    }
  } else if (!(await opens(app))) {
    if (known.rows.some((row) => row.rolname === limitedRole && row.rolcanlogin)) throw new StartRefusal(otherPassword)
    await pool.query(`ALTER ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(app.password)}`).catch((error: Error) => {
      throw new StartRefusal(
        `The role ${limitedRole} could not be given its password: ${error.message}. Set DATABASE_APP_URL.`,
      )
    })
  }
  await limitWaits(pool, app)
  await pool.query(`
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    REVOKE CREATE, TEMPORARY ON DATABASE ${pg.escapeIdentifier(owner.database)} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(owner.database)} TO ${role};
    GRANT USAGE ON SCHEMA public TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${role};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${role}`)
}

const otherPassword = `The role ${limitedRole} has another password than this machine knows, probably that of another machine: set DATABASE_APP_URL on all of them, or copy secrets.json and e-invoicing.key from DATA_DIR of the first machine. Should no other machine use it, run "ALTER ROLE ${limitedRole} NOLOGIN", and this start sets a new password.`

const waits = { statement_timeout: '15s', idle_in_transaction_session_timeout: '20s', lock_timeout: '8s' }

/**
 * The limits of waiting are settings of the role, not of a connection: so they also hold behind a pooler in transaction mode, which shares connections. What the role
 * has already stays.
 */
async function limitWaits(pool: Pool, app: ConnectionSettings): Promise<void> {
  const { rows } = await pool.query(
    `SELECT split_part(setting, '=', 1) AS name FROM pg_db_role_setting
     JOIN pg_roles ON pg_roles.oid = setrole CROSS JOIN unnest(setconfig) AS setting
     WHERE rolname = $1 AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [app.user],
  )
  const lacking = Object.entries(waits).filter(([name]) => !rows.some((row) => row.name === name))
  if (lacking.length === 0) return
  const role = pg.escapeIdentifier(app.user)
  const text = lacking.map(([name, value]) => `ALTER ROLE ${role} SET ${name} = '${value}'`).join('; ')
  // Every role may change its own settings, also where the owner may not change them.
  await pool.query(text).catch(() => asRole(app, text))
}

async function asRole(app: ConnectionSettings, text: string): Promise<void> {
  const client = new pg.Client({ ...app, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } catch (error) {
    throw new StartRefusal(
      `The role "${app.user}" lacks limits of waiting (${(error as Error).message}): run "${text}" as a superuser.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function make(pool: Pool, name: string): Promise<void> {
  try {
    await pool.query(`CREATE ROLE ${pg.escapeIdentifier(name)} NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB`)
  } catch (error) {
    // Two servers that start at once on one cluster both find it missing; one of them makes it.
    const { code, message } = error as { code?: string; message: string }
    if (code === '42710' || code === '23505') return
    throw new StartRefusal(
      `The role ${name} could not be made (${message}): run "CREATE ROLE ${name} LOGIN PASSWORD '…'" and set DATABASE_APP_URL.`,
    )
  }
}

async function opens(settings: ConnectionSettings): Promise<boolean> {
  const client = new pg.Client({ ...settings, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    // Wrong password, or a role that may not sign in yet. Anything else is the caller's to meet again.
    if (['28P01', '28000'].includes((error as { code?: string }).code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/** The wall between tenants is row security, and it binds neither superusers nor owners nor those who bypass it. */
export async function assertLimitedRole(app: ConnectionSettings): Promise<void> {
  const client = new pg.Client({ ...app, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect().catch((error: Error) => {
    throw new StartRefusal(`The application's role "${app.user}" cannot sign in: ${error.message}`)
  })
  try {
    const { rows } = await client.query(`
      SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication
        OR exists(SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname = 'public' AND relkind IN ('r', 'p') AND pg_has_role(current_user, relowner, 'member')) AS powerful
      FROM pg_roles WHERE rolname = current_user`)
    if (rows[0].powerful) {
      throw new StartRefusal(
        `The application's role "${app.user}" has too many rights: it must not own tables, be a superuser or bypass row security.`,
      )
    }
  } finally {
    await client.end()
  }
}
