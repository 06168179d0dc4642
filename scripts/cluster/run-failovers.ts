import { spawnSync } from 'node:child_process'
import { sentenceOf } from '#server/start-refusal.ts'
import { findClusterPrograms } from './cluster-programs.ts'

/** `npm run test:cluster`: loses the primary of a cluster FAILOVERS times (9) under load. Says where it cannot run. */
try {
  findClusterPrograms()
  const env = { ...process.env, FAILOVERS: process.env.FAILOVERS ?? '9' }
  process.exitCode =
    spawnSync('node_modules/.bin/vitest', ['run', '--project', 'cluster'], { stdio: 'inherit', env }).status ?? 1
} catch (error) {
  console.log(`The failovers were not run. ${sentenceOf(error)}`)
}
