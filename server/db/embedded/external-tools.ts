import { spawnSync } from 'node:child_process'
import { oldestRelease } from '../migrate/check-database.ts'

const tools = ['pg_basebackup', 'pg_dump', 'pg_restore'] as const

/** Which programs of PostgreSQL this machine has for a database of its own, and whether they are new enough: one sentence. */
export function describeTools(path = process.env.PATH): string {
  const found = tools.map((name) => {
    const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8', env: { PATH: path } })
    return { name, release: /\d+(\.\d+)?/.exec(stdout ?? '')?.[0] }
  })
  const missing = found.filter(({ release }) => release === undefined).map(({ name }) => name)
  const old = found.filter(({ release }) => release !== undefined && Number.parseInt(release, 10) < oldestRelease)
  if (missing.length > 0) return `This machine lacks ${missing.join(', ')}: install postgresql-client-${oldestRelease}.`
  if (old.length > 0)
    return `This machine has ${old.map(({ name, release }) => `${name} ${release}`).join(', ')}, older than the database: install postgresql-client-${oldestRelease}.`
  return `This machine has ${found.map(({ name, release }) => `${name} ${release}`).join(', ')}.`
}
