import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefusal } from '#server/start-refusal.ts'

/** Makes the data folder, for us alone, and answers its real path. Refuses where nothing can be written. */
export function makeDataFolder(dataDir: string): string {
  try {
    makeFolders(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    return realpathSync(dataDir)
  } catch (error) {
    throw unusable(dataDir, error as Error)
  }
}

export function unusable(dataDir: string, error: Error): StartRefusal {
  return new StartRefusal(`The data folder ${dataDir} cannot be used: ${error.message}`, { cause: error })
}

// Node's recursive mkdir loops forever below /proc, where a folder can neither be created nor reported missing.
function makeFolders(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  if (folder !== dirname(folder)) makeFolders(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
