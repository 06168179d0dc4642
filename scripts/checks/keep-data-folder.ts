import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packFolder } from '../../test/harness/hosting/packed-folder.ts'

// Packs a data folder of this version with the demonstration company, for test/start/upgrade.test.ts of later versions.
// node scripts/checks/keep-data-folder.ts

const root = new URL('../../', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
const folder = mkdtempSync(join(tmpdir(), 'mizan-data-folder-'))
try {
  await fillDemo(folder)
  const packed = packFolder(folder)
  writeFileSync(new URL(`test/fixtures/data-folders/${version}.br`, root), packed)
  console.log(`mizan: packed the data folder of ${version}, ${packed.length} bytes`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the demonstration in the folder, and stops it once it is filled. */
async function fillDemo(dataDir: string): Promise<void> {
  const path = new URL('scripts/demo.ts', root).pathname
  const demo = spawn(process.execPath, [path, '--brief'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('Mizan is ready')) demo.kill('SIGTERM')
  })
  const code = await new Promise<number | null>((resolve) => demo.once('close', resolve))
  if (code !== 0) throw new Error(`The demonstration ended with ${code}.`)
}
