import { readConfig } from '#server/config.ts'
import { sentenceOf } from '#server/start-refusal.ts'
import { reportInvariants } from './report-invariants.ts'
import { inDatabase } from './transfer/in-database.ts'

/** `npm run verify`: checks every invariant on the live data, with or without a running server. */
try {
  const broken = await inDatabase(readConfig(), (settings) => reportInvariants(settings))
  if (broken > 0) console.error(`\n${broken} broken · ${broken} مختلّة`)
  process.exitCode = broken > 0 ? 1 : 0
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}
