import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { lastPublicUrl } from '#server/last-public-url.ts'
import { recoverAccount } from '#server/memberships/recover-account.ts'
import { sentenceOf } from '#server/start-refusal.ts'
import { inDatabase } from './transfer/in-database.ts'

/** `npm run account -- --recover a@b.sa`: for a person who lost the second factor; with or without a running server. */
try {
  const { values } = parseArgs({ options: { recover: { type: 'string' } } })
  const { recover: email } = values
  if (!email) throw new Error('say whose account: npm run account -- --recover name@example.sa')
  const config = readConfig()
  const publicUrl = process.env.PUBLIC_URL ? config.publicUrl : (lastPublicUrl(config.dataDir) ?? config.publicUrl)
  const request = { email, publicUrl }
  const link = await inDatabase(config, (own) => recoverAccount(own, request))
  console.log(
    `The second factor of ${email} is removed, and every session ended. Link to choose a password, good for 30 minutes:\n${link}`,
  )
} catch (error) {
  console.error(`mizan: ${sentenceOf(error)}`)
  process.exitCode = 1
}
