import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/**
 * The programs of a bare machine that the server and its tests start, each with its reason. Everything else comes as a
 * package of npm, or is not used: a program that was installed by hand would be missing on a new machine.
 */
export const barePrograms = {
  sh: 'PostgreSQL runs archive_command and restore_command through it',
  gzip: 'files of the log are stored compressed',
  cmp: 'a file of the log that is there already is compared',
  mv: 'a stored file of the log gets its name at the end',
  sync: 'a stored file of the log is on the disk before it has its name',
  cp: 'a test copies a data folder as the guide says',
  sleep: 'a test slows the unpacking of the log down',
  useradd: 'PostgreSQL does not run as root',
  locale: 'PostgreSQL asks for the locales of the system',
} as const

/** A PATH of the installed packages and of the programs of a bare machine only. `folder` is made and holds the links. */
export function makeBarePath(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  for (const name of Object.keys(barePrograms)) {
    const place = places.find((one) => namesIn(one).includes(name))
    if (place) symlinkSync(join(place, name), join(folder, name))
  }
  return [resolve('node_modules/.bin'), folder].join(delimiter)
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    // PATH may name a folder that does not exist.
    return []
  }
}
