import type pg from 'pg'
import type { Ground } from './ground.ts'

/** The accounts of an organisation by their roles. */
export type Roles = Map<string, number>

export const thisYear = (): string => String(new Date().getUTCFullYear())
export const firstDay = (): string => `${thisYear()}-01-03`

/** The days of this year that are over, so that nothing is dated in the future. */
export const daysSoFar = (): number =>
  Math.max(1, Math.floor((Date.now() - Date.UTC(new Date().getUTCFullYear(), 0, 4)) / 86_400_000))

/** Ids after those that are taken: the first of them is one more. */
export async function takeIds(client: pg.Client, table: string, many: number): Promise<number> {
  const { rows } = await client.query(
    `SELECT setval(pg_get_serial_sequence($1, 'id'), nextval(pg_get_serial_sequence($1, 'id')) + $2) AS last`,
    [table, many],
  )
  return Number(rows[0].last) - many
}

/** The first of so many numbers of a series, which moves on as if the application had used them. */
export async function takeNumbers(
  client: pg.Client,
  organization: number,
  kind: string,
  scope: string,
  many: number,
): Promise<number> {
  const { rows } = await client.query(
    `INSERT INTO number_series AS series (organization_id, kind, scope, next_number) VALUES ($1, $2, $3, $4 + 1)
     ON CONFLICT (organization_id, kind, scope) DO UPDATE SET next_number = series.next_number + $4 RETURNING next_number`,
    [organization, kind, scope, many],
  )
  return Number(rows[0].next_number) - many
}

/** A number of customers or suppliers, by ids. */
export async function parties(
  client: pg.Client,
  { organization }: Ground,
  kind: 'customer' | 'supplier',
  count: number,
): Promise<number[]> {
  const { rows } = await client.query(
    `INSERT INTO parties (organization_id, kind, name, name_en, email, type, status)
     SELECT $1, $3, 'مؤسسة ' || (ARRAY['النخبة','الأفق','الرواد','المدار','القمة','الواحة','البناء','السلام'])[1 + i % 8] || ' ' || i,
       (ARRAY['Elite','Horizon','Pioneers','Orbit','Summit','Oasis','Build','Peace'])[1 + i % 8] || ' Est. ' || i,
       $3 || i || '@example.sa', 'company', 'active'
     FROM generate_series(1, $2) AS i RETURNING id`,
    [organization, count, kind],
  )
  return rows.map((row) => Number(row.id))
}
