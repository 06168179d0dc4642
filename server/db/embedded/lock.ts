import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'
import { processBeginning, processState } from './processes.ts'

const isRunning = (dataDir: string, pid: string) =>
  `Mizan already runs on ${dataDir} (process ${pid}): stop it first, or set DATA_DIR.`

/** Takes the data folder for this process, or refuses because a living one has it. The answer gives it back. */
export function lockFolder(dataDir: string, refusal = isRunning): () => void {
  const path = join(dataDir, 'server.lock')
  const mine = `${process.pid} ${processBeginning(process.pid)}\n${dataDir}`
  for (let attempt = 1; attempt <= 5; attempt++) {
    if (take(path, mine)) return () => readHolder(path) === mine && rmSync(path, { force: true })
    const holder = readHolder(path)
    if (holder && isLiving(holder, dataDir)) {
      throw new StartRefusal(refusal(dataDir, holder.split(' ')[0] ?? ''))
    }
    if (holder) discard(path, holder)
  }
  throw new StartRefusal(`The lock ${path} could not be taken: is another start under way?`)
}

/** A link appears completely or not at all, so a half-written lock is never read. */
function take(path: string, mine: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** A copied folder contains the lock too. The process it names has the original, so the copy is free. */
function isLiving(holder: string, dataDir: string): boolean {
  const [process_ = '', folder = dataDir] = holder.split('\n')
  const space = process_.indexOf(' ')
  const pid = Number(process_.slice(0, space))
  return folder === dataDir && processState(pid) === 'alive' && processBeginning(pid) === process_.slice(space + 1)
}

/** Two starts may find the same dead lock: the one that moved away a live lock puts it back. */
function discard(path: string, dead: string): void {
  const aside = `${path}.dead-${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readFileSync(aside, 'utf8') !== dead) {
    try {
      linkSync(aside, path)
    } catch {
      // A third start was quicker; the loop finds its lock.
    }
  }
  rmSync(aside, { force: true })
}
