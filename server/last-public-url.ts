import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The address that the server last ran with, for programs that are started without its environment.

const fileOf = (dataDir: string) => join(dataDir, 'public-url')

export function storePublicUrl(dataDir: string, url: string): void {
  try {
    writeFileSync(fileOf(dataDir), `${url}\n`)
  } catch {
    // A full disk is no reason not to start; the programs then need PUBLIC_URL.
  }
}

export function lastPublicUrl(dataDir: string): string | undefined {
  try {
    return readFileSync(fileOf(dataDir), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
