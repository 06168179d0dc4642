import cluster from 'node:cluster'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { endOfDayHandler } from '#server/documents/issuing/end-of-day.ts'
import { createEInvoicing, type EInvoicing } from '#server/e-document/gateway.ts'
import { accessRoutes } from './access/routes.ts'
import { assetRoutes } from './assets/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { startSweep } from './auth/sweep.ts'
import { bankRoutes } from './bank/routes.ts'
import { bankStatementRoutes } from './bank-statements/routes.ts'
import { billInboxRoutes } from './bill-inbox/routes.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { chartRoutes } from './chart/routes.ts'
import { closingRoutes } from './closing/routes.ts'
import type { Config } from './config.ts'
import { createCopies } from './copies/copies.ts'
import { copyRoutes } from './copies/routes.ts'
import { createAttemptStore } from './core/attempts.ts'
import { type Clock, systemClock } from './core/clock.ts'
import { createFairTurns } from './core/fair-turns.ts'
import { loadWords, type Words } from './core/locale.ts'
import { Refusal } from './core/refusal.ts'
import type { Services } from './core/services.ts'
import { customsRoutes } from './customs/routes.ts'
import { type ConnectionSettings, createPool, type Pool, poolSizes } from './db/driver/pool.ts'
import { followPrimary } from './db/driver/primary.ts'
import { createReading, onlyPrimary, type Reading } from './db/driver/standby.ts'
import { deferralHandler } from './deferrals/deferral-handler.ts'
import { deferralRoutes } from './deferrals/routes.ts'
import { docsRoutes } from './docs/routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { dryCloseHandler } from './dry-close/nightly.ts'
import { dryCloseRoutes } from './dry-close/routes.ts'
import { eInvoicingRoutes } from './e-invoicing/routes.ts'
import { eInvoiceHandler } from './e-invoicing/send-handler.ts'
import { eInvoiceFigures } from './e-invoicing/watch-e-invoices.ts'
import { fileRoutes } from './files/routes.ts'
import { forecastRoutes } from './forecast/routes.ts'
import { goodsRoutes } from './goods/routes.ts'
import { admitInTurn, createAdmission } from './http/admission.ts'
import { authenticate, createSessionCache, type SessionCache } from './http/authenticate.ts'
import { acceptJson } from './http/body-limits.ts'
import { answerErrors } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { limitKeys } from './http/limit-keys.ts'
import { gatheredLines } from './http/log-lines.ts'
import { metricsRoutes } from './http/metrics.ts'
import { acceptMultipart } from './http/multipart.ts'
import { safeError } from './http/safe-error.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { serveWeb } from './http/serve-web.ts'
import { clientErrors, frameworkErrors } from './http/unheard-requests.ts'
import { importRoutes } from './imports/routes.ts'
import { createSealing } from './journal/hash-chain-worker.ts'
import { historyRoutes } from './journal/history/routes.ts'
import { labelRoutes } from './labels/routes.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { mailHandler } from './mail/mail-handler.ts'
import { journalRoutes } from './manual-entries/routes.ts'
import { membershipRoutes } from './memberships/routes.ts'
import { monthCloseRoutes } from './month-close/routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { openingRoutes } from './opening/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { organizationRoutes } from './organization/routes.ts'
import type { Handler, OutboxKind } from './outbox/outbox.ts'
import { createOutboxRunner } from './outbox/runner.ts'
import { paperRoutes } from './papers/routes.ts'
import { partyRoutes } from './parties/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { createPdfRenderer } from './pdf/renderer.ts'
import { peopleRoutes } from './people/routes.ts'
import { placeRoutes } from './places/routes.ts'
import { planRoutes } from './plans/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { createFileReader } from './processes/file-reader.ts'
import { recurringHandler } from './recurring/recurring-handler.ts'
import { recurringRoutes } from './recurring/routes.ts'
import { reminderHandler } from './reminders/reminder-handler.ts'
import { reminderRoutes } from './reminders/routes.ts'
import { reportMailHandler } from './report-mail/report-mail-handler.ts'
import { reportMailRoutes } from './report-mail/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { retentionRoutes } from './retentions/routes.ts'
import { setOffRoutes } from './setoffs/routes.ts'
import { deliveryHandler } from './sharing/delivery-handler.ts'
import { sharingRoutes } from './sharing/routes.ts'
import { vatRoutes } from './vat/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { webhookHandler } from './webhooks/webhook-handler.ts'
import { withholdingRoutes } from './withholding/routes.ts'
import { zakatRoutes } from './zakat/routes.ts'

export type AppOptions = { config: Config; database: ConnectionSettings; clock?: Clock; mail?: Mail }

/** The whole server in the order a request meets it. Listening is `main.ts`'s business. */
export async function createApp({ config, database, clock = systemClock, mail }: AppOptions): Promise<FastifyInstance> {
  const words = await loadWords()
  const app = createServer(config, words)
  const pool = createPool(database)
  // One connection for readiness probes: if it waited for normal work, the answer would come too late.
  const watching = createPool(database, poolSizes.watching)
  // Session lookups come before admission. Their own connections keep them from waiting for admitted work.
  const lookups = createPool(database, poolSizes.lookups)
  const reading = readingOf(config, pool)
  const following = followPrimary(database, (line) => app.log.warn(line))
  const sessions = createSessionCache()
  // Tests seal when they want to.
  const sender = mail ?? createMail(config, app.log)
  const tell = (error: unknown) => app.log.error(error)
  const pdf = createPdfRenderer(
    createFairTurns(paperTurns, () => new Refusal('overloaded', { params: { seconds: 5 } })),
  )
  const files = createFileReader(tell)
  const eInvoicing = createEInvoicing(config)
  const copies = createCopies(config, clock, tell)
  const outbox = createOutboxRunner({
    pool,
    handlers: outboxHandlers({ pool, sender, eInvoicing }, () => app.services),
    tell,
    ...(config.mode === 'test' && { poll_ms: null }),
  })
  const sealing = config.mode === 'test' ? null : createSealing({ pool, tell })
  app.decorate('services', {
    config,
    pool,
    words,
    clock,
    mail: sender,
    pdf,
    files,
    outbox,
    eInvoicing,
    vault: eInvoicing.vault,
    copies,
    writing: { failedAt_ms: 0 },
    reading,
    // Asked while a request holds a connection of the large pool.
    attempts: createAttemptStore(lookups),
    watching,
    sealing,
    postingFacts: new Map(),
    forgetSessions: sessions.forget,
  })
  // The parent of several workers has the schedule.
  if (config.mode !== 'test' && !cluster.isWorker) copies.start()
  const sweep = config.mode === 'test' ? null : startSweep(pool, tell, () => app.services.clock.now())
  app.addHook('onClose', () => {
    for (const one of [sweep, copies, pdf, files, following]) one?.stop()
    const working = Promise.all([sealing?.stop(), outbox.stop()])
    return working.finally(() => Promise.all([reading.stop(), ...[pool, watching, lookups].map((one) => one.end())]))
  })

  answerErrors(app, words)
  secureHeaders(app, config.publicUrl.startsWith('https:'))
  await serveWeb(app, words)
  await app.register(mountApi({ config, clock, sessions, lookups }), { prefix: '/api' })
  return app
}

/** One paper is set at a time. */
const paperTurns = { running: 1, runningOfOne: 1, waiting: 200, waitingOfOne: 40, patience_ms: 25_000 }

function readingOf({ databaseRead, readLagMaximum_s }: Config, primary: Pool): Reading {
  if (!databaseRead) return onlyPrimary
  return createReading({ primary, standby: createPool(databaseRead), lagMaximum_s: readLagMaximum_s })
}

type ApiParts = { config: Config; clock: Clock; sessions: SessionCache; lookups: Pool }

/** The calls, after the checks that each of them passes: session, limits, admission, body. */
const mountApi =
  ({ config, clock, sessions, lookups }: ApiParts) =>
  async (api: FastifyInstance): Promise<void> => {
    api.addHook('onRequest', (_request, _reply, done) => {
      api.services.sealing?.noticed()
      done()
    })
    authenticate(api, api.services, sessions, lookups)
    limitKeys(api, api.services)
    metricsRoutes(
      api,
      eInvoiceFigures(api.services.pool, () => clock.now()),
    )
    admitInTurn(api, createAdmission(config.admission))
    acceptJson(api)
    await acceptMultipart(api)
    for (const routes of families) routes(api)
  }

/** How each kind of message leaves. */
const outboxHandlers = (
  { pool, sender, eInvoicing }: { pool: Pool; sender: Mail; eInvoicing: EInvoicing },
  services: () => Services,
): Record<OutboxKind, Handler> => ({
  mail: mailHandler(sender),
  delivery: deliveryHandler(services),
  recurring: recurringHandler(services),
  deferral: deferralHandler(services),
  dry_close: dryCloseHandler(services),
  reminder_day: reminderHandler(services),
  report_mail: reportMailHandler(services),
  e_invoice: eInvoiceHandler(pool, eInvoicing),
  e_invoice_day: endOfDayHandler(services),
  webhook: webhookHandler(services),
})

/** Fastify without what the contract does itself: validation, serialization, request lines. */
function createServer(config: Config, words: Words) {
  return Fastify({
    logger: config.mode !== 'test' && {
      level: 'info',
      redact: ['req.headers.authorization'],
      stream: gatheredLines(),
      // The type wants a serialized error with fields that only its own serializer writes.
      serializers: { err: safeError as never },
    },
    frameworkErrors: frameworkErrors(words),
    clientErrorHandler: clientErrors(words),
    // One line a request with its outcome is written below; the built-in pair would say it twice.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_000_000,
    requestTimeout: 60_000,
    // Who sends nothing, or its head by the letter, is cut off after twenty seconds at most.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 65_000,
    routerOptions: { maxParamLength: 100 },
    trustProxy: trustedHops(config.trustProxy),
    genReqId: () => crypto.randomUUID(),
    // The contract validates and spells what goes in and out; Fastify's own compilers of schemas stay out of memory.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  })
}

/**
 * A number means how many of our proxies are in front: hop 0 is the connection, and the last address written by one of
 * them counts.
 */
function trustedHops(trusted: Config['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

function noCompiler(): never {
  throw new Error('a route names its call of the contract, not a schema of its own')
}

const families = [
  healthRoutes,
  docsRoutes,
  authRoutes,
  fileRoutes,
  organizationRoutes,
  catalogRoutes,
  labelRoutes,
  placeRoutes,
  priceRoutes,
  peopleRoutes,
  membershipRoutes,
  accessRoutes,
  webhookRoutes,
  copyRoutes,
  planRoutes,
  partyRoutes,
  chartRoutes,
  journalRoutes,
  historyRoutes,
  documentRoutes,
  orderRoutes,
  goodsRoutes,
  assetRoutes,
  paymentRoutes,
  retentionRoutes,
  openingRoutes,
  closingRoutes,
  noteRoutes,
  customsRoutes,
  setOffRoutes,
  vatRoutes,
  withholdingRoutes,
  reportRoutes,
  bankRoutes,
  monthCloseRoutes,
  dryCloseRoutes,
  importRoutes,
  bankStatementRoutes,
  billInboxRoutes,
  eInvoicingRoutes,
  paperRoutes,
  deferralRoutes,
  recurringRoutes,
  forecastRoutes,
  zakatRoutes,
  sharingRoutes,
  reminderRoutes,
  reportMailRoutes,
]
