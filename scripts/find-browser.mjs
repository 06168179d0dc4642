// Finds a Chromium for the browser tests, or installs one. Plain JavaScript, because it runs during the bootstrap.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Writes the path into node_modules/.cache/browser-path, where playwright.config.ts reads it; empty is Playwright's own. */
export function findBrowser(root, say, run) {
  const folder = join(root, 'node_modules', '.cache')
  const note = join(folder, 'browser-path')
  const known = existsSync(note) ? readFileSync(note, 'utf8') : undefined
  if (!process.env.CHROMIUM && (known === '' || (known && isProgram(known)))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(note, search() ?? installFromDebian(say, run) ?? installFromPlaywright(root, say, run))
}

function search() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** The headless shell of Debian is a third of Playwright's download and about a third quicker than the full browser. */
function installFromDebian(say, run) {
  if (process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return undefined
  say('installing a browser for the tests · تثبيت متصفح للاختبارات')
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']
  if (run('apt-get', install, { mayFail: true, isQuiet: true }).status !== 0) {
    run('apt-get', ['update', '-qq'], { mayFail: true, isQuiet: true })
    run('apt-get', install, { mayFail: true, isQuiet: true })
  }
  return search()
}

function installFromPlaywright(root, say, run) {
  say("downloading Playwright's browser for the tests · تنزيل متصفح للاختبارات")
  run('node', [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', '--only-shell', 'chromium'])
  return ''
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
