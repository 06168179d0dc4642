import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export type ProcessState = 'gone' | 'zombie' | 'alive'

/** The process of a number now. A zombie is dead, yet still answers signal 0: PostgreSQL takes it for alive. */
export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone'
  }
  return factsOf(pid)?.state === 'Z' ? 'zombie' : 'alive'
}

/** When a process began, in the system's own words: a number that was given out again has another beginning. */
export function processBeginning(pid: number): string {
  return factsOf(pid)?.beginning ?? ''
}

function factsOf(pid: number): { state: string; beginning: string } | undefined {
  try {
    if (process.platform === 'linux') {
      // The second field is the name in brackets and may itself hold brackets and spaces.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { state: fields[0] ?? '', beginning: fields[19] ?? '' }
    }
    if (process.platform === 'win32') return undefined
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return { state: line.slice(0, 1), beginning: line.replace(/^\S+\s+/, '') }
  } catch {
    return undefined
  }
}

/** Whether this living process is the postmaster of that data folder and not a stranger with the same number. */
export function isPostmaster(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}

/** Whether any process still works in the data folder: the backends of a killed postmaster need a moment to notice. */
export function isFolderInUse(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const living = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return living.some((name) => isPostmaster(Number(name), folder) && processState(Number(name)) === 'alive')
}
