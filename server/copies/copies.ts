import { spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CopyStatus, copyStatus } from '#contract/access/copies.ts'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/core/clock.ts'
import { dayInRiyadh, timeInRiyadh } from '#server/core/context.ts'
import type { Copies } from '#server/core/services.ts'

const look_ms = 60_000
const statusName = 'backup-status.json'

export type CopyRunner = (
  script: 'backup' | 'restore',
  given: readonly string[],
) => Promise<{ code: number; said: string }>

/**
 * Copies of the books on a schedule, each restored into a throw-away cluster and compared. The programs are those that a person would run; they work in
 * processes of their own, so that a copy never takes the server with it.
 */
export function createCopies(
  { backup, backupKey, dataDir, walArchive }: Pick<Config, 'backup' | 'backupKey' | 'dataDir' | 'walArchive'>,
  clock: Clock,
  tell: (error: unknown) => void,
  run: CopyRunner = runScript({
    DATA_DIR: dataDir,
    ...(walArchive && { WAL_ARCHIVE: walArchive }),
    ...(backupKey && { BACKUP_KEY: backupKey }),
  }),
): Copies {
  const path = join(dataDir, statusName)
  let running: Promise<CopyStatus> | undefined
  let timer: NodeJS.Timeout | undefined

  async function copyOnce(to: string, keep: number): Promise<CopyStatus> {
    const made = await run('backup', ['--to', to, '--keep', String(keep)])
    const copied_at = clock.now().toISOString()
    const failed = { copied_at, is_copied: false, proved_at: null, differences: null, said: lastLineOf(made.said) }
    if (made.code !== 0) return failed
    const proof = await run('restore', ['--from', to, '--check'])
    const broken = proof.said.split('\n').filter((line) => line.startsWith('BROKEN')).length
    const isRestored = /^(ok|BROKEN) /m.test(proof.said)
    return {
      copied_at,
      is_copied: true,
      proved_at: isRestored ? clock.now().toISOString() : null,
      differences: isRestored ? broken : null,
      said: proof.code === 0 ? null : lastLineOf(proof.said),
    }
  }

  const copies: Copies = {
    schedule: backup ? { at: backup.at, keep: backup.keep } : null,
    last: () => readStatus(path),
    copyNow() {
      if (!backup) throw new Error('no copies are scheduled')
      running ??= copyOnce(backup.to, backup.keep)
        .then((status) => {
          writeStatus(path, status)
          return status
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
    async look() {
      if (!backup || !isDue(backup.at, clock.now(), readStatus(path))) return
      const { said, differences } = await copies.copyNow()
      if (said !== null || differences !== 0) tell(new Error(`the scheduled copy is not proved: ${said}`))
    },
    start() {
      if (backup) timer = setInterval(() => void copies.look().catch(tell), look_ms).unref()
    },
    stop: () => clearInterval(timer),
  }
  return copies
}

/** Once a day at the time of Riyadh; one that was missed follows as soon as the server runs again. */
function isDue(at: string, now: Date, last: CopyStatus | null): boolean {
  if (timeInRiyadh(now).slice(0, 5) < at)
    return last !== null && now.getTime() - Date.parse(last.copied_at) > 86_400_000
  return (
    last === null ||
    dayInRiyadh(new Date(last.copied_at)) < dayInRiyadh(now) ||
    timeInRiyadh(new Date(last.copied_at)).slice(0, 5) < at
  )
}

function readStatus(path: string): CopyStatus | null {
  try {
    return copyStatus.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}

function writeStatus(path: string, status: CopyStatus): void {
  writeFileSync(`${path}.new`, JSON.stringify(status), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

const lastLineOf = (said: string): string => said.trim().split('\n').at(-1)?.slice(0, 300) ?? ''

const runScript =
  (environment: Record<string, string>): CopyRunner =>
  (script, given) => {
    const { PATH, HOME, TMPDIR } = process.env
    const env = { PATH, HOME, TMPDIR, ...environment }
    const path = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...given], { env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output = `${output}${bytes}`.slice(-100_000)
      })
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code: code ?? 1, said: output }))
    })
  }
