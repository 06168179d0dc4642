import type pg from 'pg'

/** A table with rows of organizations. `columns` are those that are written; `ignored` differ between two installations by their nature. */
export type Table = { name: string; columns: string[]; ignored: string[]; sealed: string[]; sequences: Sequence[] }
type Sequence = { column: string; name: string }

/**
 * What belongs to an installation and not to the books: open sessions, links that are about to expire and answers stored for repeated requests.
 */
const leftOut = ['sessions', 'password_resets', 'idempotency_keys', 'memberships', 'invitations', 'known_devices']

/** Encrypted with the secret of the data folder: opened for the file, and encrypted again where it is read. */
export const sealedColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['totp_secret'],
  webhook_endpoints: ['secret'],
  e_invoice_units: ['private_key', 'secret'],
}

/** All tables with a column `organization_id`, those without row security too. First the one that says whether addresses are free. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    ignored: string[]
    sequences: Sequence[] | null
  }>(
    `
    SELECT c.relname AS name,
      array_agg(a.attname ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '')::text[] AS columns,
      coalesce(array_agg(a.attname) FILTER (WHERE t.typname = 'xid8'), '{}')::text[] AS ignored,
      jsonb_agg(jsonb_build_object('column', a.attname, 'name', pg_get_serial_sequence(c.oid::regclass::text, a.attname)))
        FILTER (WHERE a.attidentity <> '') AS sequences
    FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type AS t ON t.oid = a.atttypid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
      AND EXISTS (SELECT FROM pg_attribute AS own WHERE own.attrelid = c.oid AND own.attname = 'organization_id' AND NOT own.attisdropped)
    GROUP BY c.oid ORDER BY c.relname <> 'user_directory', c.relname`,
    [leftOut],
  )
  return rows.map(({ name, columns, ignored, sequences }) => {
    const sealed = [...(sealedColumns[name] ?? [])].filter((column) => columns.includes(column))
    const own = name === 'organizations' ? ['hashed_as'] : []
    const home = name === 'users' ? homeColumns.filter((column) => columns.includes(column)) : []
    return {
      name,
      columns,
      sealed,
      sequences: sequences ?? [],
      ignored: ['organization_id', ...ignored, ...sealed, ...own, ...home],
    }
  })
}

/** Where the password of a person with several organizations is: in a tenant that is not in the file. */
export const homeColumns = ['home_organization_id', 'home_user_id', 'home_has_factor']

export type Sum = { rows: number; sha256: string }

/** The number of rows and a hash of their content, without what differs between two installations. */
export async function sumOf(client: pg.Client, { name, ignored }: Table, organization: number): Promise<Sum> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS rows, encode(sha256(convert_to(coalesce(string_agg(hash, '' ORDER BY hash), ''), 'UTF8')), 'hex') AS sha256
     FROM (SELECT md5((to_jsonb(own) - $2::text[])::text) AS hash FROM public.${name} AS own WHERE own.organization_id = $1) AS hashed`,
    [organization, ignored],
  )
  return rows[0]
}

/** Foreign keys that a row of the organization does not fulfil. Triggers were off while it was written. */
export async function brokenReferences(client: pg.Client, organization: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string; child: string; parent: string; on: string; given: string }>(`
    SELECT f.conname AS name, f.conrelid::regclass::text AS child, f.confrelid::regclass::text AS parent,
      (SELECT string_agg(format('parent.%I = child.%I', there.attname, here.attname), ' AND ')
        FROM unnest(f.conkey, f.confkey) AS pair (own, other)
        JOIN pg_attribute AS here ON here.attrelid = f.conrelid AND here.attnum = pair.own
        JOIN pg_attribute AS there ON there.attrelid = f.confrelid AND there.attnum = pair.other) AS "on",
      (SELECT string_agg(format('child.%I IS NOT NULL', here.attname), ' AND ') FROM unnest(f.conkey) AS own (number)
        JOIN pg_attribute AS here ON here.attrelid = f.conrelid AND here.attnum = own.number) AS given
    FROM pg_constraint AS f
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM pg_attribute AS own WHERE own.attrelid = f.conrelid AND own.attname = 'organization_id')`)
  const broken: string[] = []
  for (const { name, child, parent, on, given } of rows) {
    const found = await client.query(
      `SELECT count(*)::int AS n FROM ${child} AS child WHERE child.organization_id = $1 AND ${given}
       AND NOT EXISTS (SELECT FROM ${parent} AS parent WHERE ${on})`,
      [organization],
    )
    if (found.rows[0].n > 0) broken.push(`${name} (${found.rows[0].n})`)
  }
  return broken
}
