import type { Config } from '#server/config.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import type { PlatformEnvironment } from './environment.ts'
import { createPlatformClient, type PlatformClient, platformAddresses } from './platform-client.ts'

export type EInvoicing = {
  vault: Vault
  /** Remarks of the platform come in this language: Arabic where no person asks. */
  clientOf(environment: PlatformEnvironment, language?: 'ar' | 'en'): PlatformClient
}

/** Below the minute that a person waits, and the time a proxy in front gives us. */
const timeout_ms = 50_000

/** The client of the platform or of its stand-in, and the secret that encrypts our keys. */
export function createEInvoicing({
  dataDir,
  eInvoicePlatform,
}: Pick<Config, 'dataDir' | 'eInvoicePlatform'>): EInvoicing {
  const clients = new Map<string, PlatformClient>()
  const clientOf: EInvoicing['clientOf'] = (environment, language = 'ar') => {
    const key = `${environment} ${language}`
    const known = clients.get(key)
    if (known) return known
    const path = new URL(platformAddresses[environment]).pathname
    const address = eInvoicePlatform === undefined ? {} : { address: eInvoicePlatform + path }
    const client = createPlatformClient({ environment, language, timeout_ms, ...address })
    clients.set(key, client)
    return client
  }
  return { vault: createVault(dataDir), clientOf }
}
