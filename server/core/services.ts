import type { CopyStatus } from '#contract/access/copies.ts'
import type { Config } from '#server/config.ts'
import type { Pool } from '#server/db/driver/pool.ts'
import type { Reading } from '#server/db/driver/standby.ts'
import type { EInvoicing } from '#server/e-document/gateway.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { OutboxRunner } from '#server/outbox/runner.ts'
import type { PdfRenderer } from '#server/pdf/renderer.ts'
import type { Vault } from '#server/vault/vault.ts'
import type { AttemptStore } from './attempts.ts'
import type { Clock } from './clock.ts'
import type { Words } from './locale.ts'
import type { FileReader } from './task.ts'

/** When a write last found that the database cannot store anything. */
type Writing = { failedAt_ms: number }

/** Copies of the books on a schedule, and what became of the last one. */
export type Copies = {
  /** null: no copies are scheduled. */
  schedule: { at: string; keep: number } | null
  last(): CopyStatus | null
  /** One copy, and its proof. */
  copyNow(): Promise<CopyStatus>
  /** A copy if one is due. */
  look(): Promise<void>
  start(): void
  stop(): void
}

/** Services that outlive a request. Created once in `app.ts` and passed on, never imported as globals. */
export type Services = {
  config: Config
  pool: Pool
  words: Words
  mail: Mail
  /** Sends what transactions stored to be sent. */
  outbox: OutboxRunner
  eInvoicing: EInvoicing
  /** Seals secrets of an organization with the secret of the data folder. */
  vault: Vault
  writing: Writing
  /** Where reports and exports are read. */
  reading: Reading
  /** Counts of attempts, shared by all processes on the database. */
  attempts: AttemptStore
  watching: Pool
  clock: Clock
  pdf: PdfRenderer
  /** Reads files from outside in processes of their own. */
  files: FileReader
  /** Copies of the books on a schedule. */
  copies: Copies
  /** A posting announces itself here: it is hashed soon, in the background, and less eagerly while requests are noticed. */
  sealing: { wanted(organizationId: number): void; noticed(): void } | null
  /** Which account plays which role, by organisation: given at onboarding and never moved; and the decimals of the currencies. */
  postingFacts: Map<number, { roles: ReadonlyMap<string, number>; decimals: ReadonlyMap<number, number> }>
  /** Sessions are cached for a second. Code that changes the content of a session calls this. */
  forgetSessions(): void
}
