import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'

export type ClusterPrograms = { etcd: string; patroni: string; haproxy: string; postgresBin: string }

const ofPostgres = ['postgres', 'initdb', 'pg_basebackup', 'pg_controldata', 'pg_ctl', 'pg_isready', 'pg_rewind']

/**
 * The programs of a cluster on this machine: etcd, Patroni and HAProxy from the PATH, PostgreSQL 18 with its tools from `POSTGRES_HOME`.
 * Refuses with those that are missing.
 */
export function findClusterPrograms(): ClusterPrograms {
  const home = process.env.POSTGRES_HOME ?? '/usr/lib/postgresql/18'
  const postgresBin = join(home, 'bin')
  const [etcd, patroni, haproxy] = [onPath('etcd'), onPath('patroni'), onPath('haproxy')]
  const missing = [
    ...Object.entries({ etcd, patroni, haproxy }).flatMap(([name, path]) => (path ? [] : [name])),
    ...ofPostgres.filter((name) => !existsSync(join(postgresBin, name))).map((name) => join(postgresBin, name)),
  ]
  if (!etcd || !patroni || !haproxy || missing.length > 0)
    throw new StartRefusal(
      `A cluster needs programs that this machine lacks: ${missing.join(', ')}. Install etcd, Patroni and HAProxy, and name a PostgreSQL 18 with its tools in POSTGRES_HOME.`,
    )
  requireVersion(patroni)
  return { etcd, patroni, haproxy, postgresBin }
}

const leastPatroni = 4

/**
 * With 3.0.2 a primary that was paused took its lock back from the one that had replaced it, and what that had acknowledged was lost
 * (2026-11-28, `test/cluster/failovers.test.ts`).
 */
function requireVersion(patroni: string): void {
  const said = execFileSync(patroni, ['--version'], { encoding: 'utf8' })
  const [, major] = /(\d+)\.\d+/.exec(said) ?? []
  if (Number(major) < leastPatroni)
    throw new StartRefusal(
      `A cluster needs Patroni ${leastPatroni} or newer, not ${said.trim()}: an older one loses what was acknowledged.`,
    )
}

/** System programs are in folders that the PATH of a plain user lacks. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin']

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemFolders]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
