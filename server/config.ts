import { isIP, isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import type { ConnectionSettings } from './db/driver/pool.ts'
import { StartRefusal } from './start-refusal.ts'

export type Mode = 'production' | 'development' | 'test'
/** How many requests are worked on at once, how many wait in all, and how many of one tenant. */
export type AdmissionLimits = { running: number; waiting: number; waitingOfTenant: number }
export type Config = Readonly<{
  mode: Mode
  port: number
  host: string
  /** Where people reach the application, without a slash at the end: links in messages begin with it. */
  publicUrl: string
  dataDir: string
  /** An existing PostgreSQL, as the role that owns the schema. Without it the server runs its own. */
  database: ConnectionSettings | undefined
  /** The limited role of the application. Without it `mizan_app` is created, with its own password. */
  databaseApp: ConnectionSettings | undefined
  /** A streaming standby for reports and exports, as the limited role, and how far behind it may be. */
  databaseRead: ConnectionSettings | undefined
  readLagMaximum_s: number
  /** The folder of a PostgreSQL of the machine, for a new data folder, instead of the bundled one. */
  postgresHome: string | undefined
  /** Where the embedded database stores each file of its log, so that any moment can be restored. */
  walArchive: string | undefined
  /** Copies on a schedule: where to, at which time of Riyadh, and how many are retained. */
  backup: { to: string; at: string; keep: number } | undefined
  /** A key file of age: copies are encrypted with it, and opened by it. */
  backupKey: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** To how many people outside one organization may write in a day, and before an owner proved their address. */
  mailLimits: { perDay: number; perDayUnproved: number }
  /** The stand-in of the tax authority's platform, for trials: the host without a path. */
  eInvoicePlatform: string | undefined
  /** Internal networks that webhooks may go to, as `10.0.0.0/8`; without them only the public internet. */
  webhookNetworks: readonly string[]
  /** The token that a scraper of `/api/metrics` sends; without it there are no metrics. */
  metricsToken: string | undefined
  trustProxy: boolean | number | string
  /** How many processes answer requests on one port. */
  workers: number
  admission: AdmissionLimits
}>
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment once. A value that cannot be right refuses the start and names its variable. */
export function readConfig(environment: Environment = process.env): Config {
  const read = (name: string) => environment[name]?.trim() || undefined
  const port = portOf(read('PORT') ?? '4000')
  const host = read('HOST') ?? '127.0.0.1'
  const databaseUrl = read('DATABASE_URL')
  const databaseAppUrl = read('DATABASE_APP_URL')
  if (databaseAppUrl && !databaseUrl) throw new StartRefusal('DATABASE_APP_URL is set without DATABASE_URL.')
  return Object.freeze({
    mode: modeOf(read('NODE_ENV') ?? 'production'),
    port,
    host,
    publicUrl: urlOf('PUBLIC_URL', read('PUBLIC_URL') ?? `http://${reachable(host)}:${port}`, ['http:', 'https:']),
    dataDir: resolve(read('DATA_DIR') ?? 'data'),
    database: databaseUrl ? databaseOf('DATABASE_URL', databaseUrl) : undefined,
    databaseApp: databaseAppUrl ? databaseOf('DATABASE_APP_URL', databaseAppUrl) : undefined,
    databaseRead: readUrlOf(read('DATABASE_READ_URL'), databaseUrl),
    readLagMaximum_s: secondsOf('DATABASE_READ_LAG', read('DATABASE_READ_LAG') ?? '10'),
    backup: backupOf(read('BACKUP_TO'), read('BACKUP_AT') ?? '02:10', read('BACKUP_KEEP') ?? '14', databaseUrl),
    backupKey: read('BACKUP_KEY') && resolve(read('BACKUP_KEY') ?? ''),
    postgresHome: read('POSTGRES_HOME') && resolve(read('POSTGRES_HOME') ?? ''),
    walArchive: read('WAL_ARCHIVE') && resolve(read('WAL_ARCHIVE') ?? ''),
    smtpUrl: read('SMTP_URL') && urlOf('SMTP_URL', read('SMTP_URL') ?? '', ['smtp:', 'smtps:']),
    mailFrom: mailFromOf(read('MAIL_FROM') ?? 'Mizan <no-reply@localhost>'),
    mailLimits: {
      perDay: countOf('MAIL_PER_DAY', read('MAIL_PER_DAY') ?? '2000', 'addresses'),
      perDayUnproved: countOf('MAIL_PER_DAY_UNPROVED', read('MAIL_PER_DAY_UNPROVED') ?? '50', 'addresses'),
    },
    eInvoicePlatform:
      read('E_INVOICE_PLATFORM') && urlOf('E_INVOICE_PLATFORM', read('E_INVOICE_PLATFORM') ?? '', ['http:', 'https:']),
    webhookNetworks: networksOf(read('WEBHOOK_NETWORKS') ?? ''),
    metricsToken: metricsOf(read('METRICS')),
    trustProxy: trustProxyOf(read('TRUST_PROXY') ?? 'loopback'),
    workers: workersOf(read('WORKERS') ?? '1'),
    admission: {
      running: countOf('MAX_RUNNING', read('MAX_RUNNING') ?? '32'),
      waiting: countOf('MAX_WAITING', read('MAX_WAITING') ?? '2048'),
      waitingOfTenant: countOf('MAX_WAITING_OF_TENANT', read('MAX_WAITING_OF_TENANT') ?? '512'),
    },
  })
}

/** The name under which a browser on this machine reaches the address we listen on. */
function reachable(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new StartRefusal(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function countOf(name: string, text: string, of = 'requests'): number {
  const count = Number(text)
  if (!/^\d{1,6}$/.test(text) || count < 1) throw new StartRefusal(`${name} must be a number of ${of}, not "${text}".`)
  return count
}

function readUrlOf(text: string | undefined, databaseUrl: string | undefined): ConnectionSettings | undefined {
  if (text === undefined) return undefined
  if (!databaseUrl) throw new StartRefusal('DATABASE_READ_URL is set without DATABASE_URL.')
  return databaseOf('DATABASE_READ_URL', text)
}

function secondsOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new StartRefusal(`${name} must be a number of seconds from 1, not "${text}".`)
  return Number(text)
}

function workersOf(text: string): number {
  if (!/^[1-9]\d?$/.test(text))
    throw new StartRefusal(`WORKERS must be a number of processes from 1 to 99, not "${text}".`)
  return Number(text)
}

function modeOf(text: string): Mode {
  if (text === 'production' || text === 'development' || text === 'test') return text
  throw new StartRefusal(`NODE_ENV must be production, development or test, not "${text}".`)
}

function urlOf(name: string, text: string, protocols: readonly string[]): string {
  const url = URL.parse(text)
  // The value is not repeated: it may hold a password.
  if (!url || !protocols.includes(url.protocol)) {
    throw new StartRefusal(
      `${name} must be an address that begins with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
    )
  }
  return text.replace(/\/+$/, '')
}

function mailFromOf(text: string): string {
  if (/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/.test(text) || /^[^<>@\s]+@[^<>@\s]+$/.test(text)) return text
  throw new StartRefusal('MAIL_FROM must be an e-mail address, alone or as: Name <address>.')
}

/**
 * `true`, `false`, the number of proxies in front, or the addresses to trust, separated by commas. The default trusts a proxy on this
 * machine. Otherwise all requests behind it would have one address, and no client could be throttled by its own.
 */
function trustProxyOf(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text)
  if (/^[\da-fA-F.:/,\s]+$|^(loopback|linklocal|uniquelocal)$/.test(text)) return text
  throw new StartRefusal('TRUST_PROXY must be true, false, a number of proxies or a list of addresses.')
}

/** Long enough that it is not guessed: what is measured says how much is done. */
function metricsOf(token: string | undefined): string | undefined {
  if (token !== undefined && !/^[\x21-\x7e]{16,}$/.test(token))
    throw new StartRefusal('METRICS must be a token of 16 signs or more, without spaces; scrapers send it as bearer.')
  return token
}

function backupOf(to: string | undefined, at: string, keep: string, databaseUrl: string | undefined): Config['backup'] {
  if (!to) return undefined
  if (databaseUrl)
    throw new StartRefusal('BACKUP_TO is for the embedded database: with DATABASE_URL its own tools copy it.')
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    throw new StartRefusal(`BACKUP_AT must be a time such as 02:10, not "${at}".`)
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new StartRefusal(`BACKUP_KEEP must be a number from 1, not "${keep}".`)
  return { to: resolve(to), at, keep: Number(keep) }
}

function networksOf(text: string): string[] {
  const networks = text.split(/[\s,]+/).filter(Boolean)
  const wrong = networks.find((network) => {
    const [address = '', length = '0', ...rest] = network.split('/')
    return (
      rest.length > 0 ||
      isIP(address) === 0 ||
      !/^\d{1,3}$/.test(length) ||
      Number(length) > (isIPv4(address) ? 32 : 128)
    )
  })
  if (wrong !== undefined)
    throw new StartRefusal(`WEBHOOK_NETWORKS must be addresses or networks such as 10.0.0.0/8, not "${wrong}".`)
  return networks
}

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`; a socket folder is given as `?host=/folder`. Several hosts are separated by commas, as in PostgreSQL's own clients:
 * `@one:5432,other:5432/` or `?host=/one,/other`.
 */
function databaseOf(name: string, text: string): ConnectionSettings {
  const [, before = '', hosts = '', after = ''] = /^([^/]*\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(text) ?? []
  const [first = '', ...more] = hosts.split(',')
  urlOf(name, `${before}${first}${after}`, ['postgres:', 'postgresql:'])
  const url = new URL(`${before}${first}${after}`)
  const ports = (url.searchParams.get('port') ?? '').split(',')
  const portAt = (index: number) => Number(ports[index] || ports[0] || 5432)
  const sockets = url.searchParams.get('host')?.split(',')
  const places = sockets
    ? sockets.map((host, index) => ({ host, port: Number(url.port || portAt(index)) }))
    : [first, ...more].map((place, index) => {
        const { hostname, port } = new URL(`postgres://${place || 'none'}`)
        return { host: place && decodeURIComponent(hostname), port: Number(port || portAt(index)) }
      })
  const [place = { host: '', port: 0 }, ...others] = places
  const settings = {
    ...place,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
  }
  if (places.some(({ host }) => !host) || !settings.user || !settings.database) {
    throw new StartRefusal(
      `${name} must name a host, a user and a database: postgres://user:password@host:5432/database.`,
    )
  }
  const ssl = encryptionOf(name, url.searchParams.get('sslmode') ?? 'disable')
  return { ...settings, ssl, ...(others.length > 0 && { others }) }
}

function encryptionOf(name: string, mode: string): ConnectionSettings['ssl'] {
  if (mode === 'disable') return false
  // As in PostgreSQL's own clients: `require` encrypts without verifying the server, `verify-full` verifies.
  if (mode === 'require') return { rejectUnauthorized: false }
  if (mode === 'verify-full') return true
  throw new StartRefusal(`${name}: sslmode must be disable, require or verify-full.`)
}
