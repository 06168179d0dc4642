// Completes package-lock.json after a change of dependencies: `npm ci` refuses a lock file that lacks the packages of
// other platforms, and npm leaves out those it could not look up when it wrote the file (npm/cli#4828). Run manually:
// node scripts/fix-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32']
const added = []

for (const [place, locked] of Object.entries(lock.packages)) {
  // A portable lock file names no registry: npm uses the configured one.
  delete locked.resolved
  for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
    if (isLocked(place, name)) continue
    lock.packages[`node_modules/${name}`] = entryOf(name, range, locked)
    added.push(`${name}@${range}`)
  }
}

if (added.length > 0) {
  const [first, ...rest] = Object.entries(lock.packages)
  // npm's own order: by the code of the characters, after the root.
  lock.packages = Object.fromEntries([first, ...rest.sort(([one], [other]) => (one < other ? -1 : 1))])
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length > 0 ? `added to the lock file:\n${added.join('\n')}` : 'the lock file is complete')

/** Node looks for a package next to the importing one and then further up. So does this. */
function isLocked(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (lock.packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function entryOf(name, range, parent) {
  const words = name.split(/[/.@-]/)
  const named = (all) => all.filter((one) => words.includes(one))
  const [os, cpu] = [named(systems), named(processors)]
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : []
  return {
    version: range.replace(/^[\^~]/, ''),
    ...(cpu.length > 0 && { cpu }),
    ...(parent.dev && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
