import type { Config } from '#server/config.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import type { PlatformEnvironment } from './environment.ts'
import { createPlatformClient, type PlatformClient, platformAddresses } from './platform-client.ts'

export type EInvoicing = { vault: Vault; clientOf(environment: PlatformEnvironment): PlatformClient }

/** Below the minute that a person waits, and the time a proxy in front gives us. */
const timeout_ms = 50_000

/** The client of the platform or of its stand-in, and the secret that encrypts our keys. */
export function createEInvoicing({
  dataDir,
  eInvoicePlatform,
}: Pick<Config, 'dataDir' | 'eInvoicePlatform'>): EInvoicing {
  const clients = new Map<PlatformEnvironment, PlatformClient>()
  const clientOf = (environment: PlatformEnvironment): PlatformClient => {
    const known = clients.get(environment)
    if (known) return known
    const path = new URL(platformAddresses[environment]).pathname
    const address = eInvoicePlatform === undefined ? {} : { address: eInvoicePlatform + path }
    const client = createPlatformClient({ environment, timeout_ms, ...address })
    clients.set(environment, client)
    return client
  }
  return { vault: createVault(dataDir), clientOf }
}
