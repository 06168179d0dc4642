import { sql } from 'kysely'
import { linkToken, type PublicPageInput } from '#contract/sharing/public-page.ts'
import { sharedKinds } from '#contract/sharing/shared-kinds.ts'
import { decimal } from '#ledger/money.ts'
import { createThrottle, isLoopback } from '#server/auth/throttle/throttle.ts'
import type { Context } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/core/services.ts'
import { systemContext } from '#server/core/system-context.ts'
import { inTenant, type TenantDatabase } from '#server/db/tenant/transaction.ts'
import { documentXml } from '#server/e-invoicing/e-document-files.ts'
import { pdfFile } from '#server/http/pdf-file.ts'
import type { AnswerFile } from '#server/http/send-attachment.ts'
import { hashLink } from './link.ts'
import { readPaperRows } from './paper-rows.ts'
import { printSharedPaper, readSharedPaper } from './shared-paper.ts'
import type { PaperKey } from './shared-paper-facts.ts'
import { readSharingSettings } from './sharing-settings.ts'

const minute = 60_000
/** Links that open nothing, by network: a valid link never waits for a stranger's guesses. */
const wrongLinks = createThrottle({
  purpose: 'link guess',
  free: 20,
  windowMs: 15 * minute,
  delayMaximumMs: 15 * minute,
})
/** Views and files of one link. */
const views = createThrottle({ purpose: 'link view', free: 120, windowMs: 10 * minute, delayMaximumMs: 10 * minute })

type Visit = { token: string; ip: string }
export type OpenLink = PaperKey & { delivery_id: number; language: 'ar' | 'en'; created_by: number | null }

/** The paper of the link, for one transaction. `work` sees what the sender sees of this paper. */
export async function openSharedLink<Result>(
  services: Services,
  { token, ip }: Visit,
  mode: 'write' | 'snapshot',
  work: (context: Context, link: OpenLink) => Promise<Result>,
): Promise<Result> {
  const now = services.clock.now().getTime()
  const network = networkOf(ip)
  if (!linkToken.safeParse(token).success) throw new Refusal('not_found')
  if (!isLoopback(ip)) await wrongLinks.check(services.attempts, network, now)
  const token_hash = hashLink(token)
  const key = token_hash.toString('hex')
  await views.take(services.attempts, key, now)
  const organizationId = Number(token.split('-')[0])
  const outcome = await inTenant(services.pool, organizationId, mode, async (db) => {
    const link = await findLink(db, token_hash, new Date(now))
    if (!link) return null
    const context = await systemContext(services, db, organizationId, { request_id: 'link', language: link.language })
    return { result: await work(context, link) }
  })
  if (!outcome) {
    if (!isLoopback(ip)) await wrongLinks.fail(services.attempts, network, now)
    throw new Refusal('not_found')
  }
  return outcome.result
}

async function findLink(db: TenantDatabase, token_hash: Buffer, now: Date): Promise<OpenLink | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(['id', 'kind', 'record_id', 'from_day', 'to_day', 'language', 'expires_at', 'ended_at', 'created_by'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  const kind = sharedKinds.find(({ name }) => name === row?.kind)
  if (!row || !kind) return null
  if (row.ended_at !== null) throw new Refusal('link_ended')
  if (row.expires_at <= now) throw new Refusal('link_expired')
  const language = row.language === 'en' ? 'en' : 'ar'
  const days = { from: row.from_day, to: row.to_day }
  return { kind, id: row.record_id, days, delivery_id: row.id, language, created_by: row.created_by }
}

/** The page behind a link. Showing it notes that it was opened. */
export const showPublicPage = (services: Services, visit: Visit): Promise<PublicPageInput> =>
  openSharedLink(services, visit, 'write', async (context, link) => {
    const page = await pageOf(context, link)
    await sql`UPDATE deliveries SET opened = opened + 1, last_opened_at = ${services.clock.now()},
        first_opened_at = coalesce(first_opened_at, ${services.clock.now()})
      WHERE organization_id = ${context.session.organization_id} AND id = ${link.delivery_id}`.execute(context.db)
    return page
  })

async function pageOf(context: Context, link: OpenLink): Promise<PublicPageInput> {
  const { db } = context
  const [paper, settings, contact] = await Promise.all([
    readSharedPaper(context, link),
    readSharingSettings(db),
    db.selectFrom('organizations').select(['email', 'phone', 'mobile']).executeTakeFirstOrThrow(),
  ])
  const { number, date, due_date, state, total, remaining, currency, seller, party } = paper
  const isWithheld = !paper.is_handed_over && state !== 'void'
  const isPayable = !isWithheld && state !== 'void' && remaining !== null && decimal(remaining).gt(0)
  return {
    kind: paper.named ?? link.kind.name,
    language: link.language,
    state,
    currency,
    party,
    // The last day of a quotation is no day on which something is due.
    ...(isWithheld ? withheld : { number, date, due_date: paper.offer ? null : due_date, total, remaining }),
    offer: (!isWithheld && paper.offer) || null,
    seller: { ...seller, email: contact.email, phone: contact.phone ?? contact.mobile, accent: settings.accent },
    bank_accounts: isPayable ? settings.bank_accounts : [],
    has_paper: paper.is_handed_over,
    items: paper.is_handed_over && state !== 'void' ? await readPaperRows(context, link) : null,
    has_xml: paper.has_xml && state !== 'void',
  }
}

const withheld = { number: null, date: null, due_date: null, total: null, remaining: null }

export const publicPdf = (services: Services, visit: Visit): Promise<AnswerFile> =>
  openSharedLink(services, visit, 'snapshot', async (context, link) =>
    pdfFile(context, await readablePaper(context, link)),
  )

/** The paper as one SVG picture: text of the paper never becomes markup of the page. */
export const publicPicture = (services: Services, visit: Visit): Promise<AnswerFile> =>
  openSharedLink(services, visit, 'snapshot', async (context, link) => {
    const paper = await readablePaper(context, link)
    return {
      name: 'paper.svg',
      mimetype: 'image/svg+xml',
      content: () => services.pdf.picture(context.session.organization_id, paper),
    }
  })

export const publicXml = (services: Services, visit: Visit): Promise<AnswerFile> =>
  openSharedLink(services, visit, 'snapshot', async (context, link) => {
    await requireReadable(context, link)
    return documentXml(context, link.kind.name, link.id)
  })

async function readablePaper(context: Context, link: OpenLink) {
  await requireReadable(context, link)
  return printSharedPaper(context, link)
}

async function requireReadable(context: Context, link: OpenLink): Promise<void> {
  const { is_handed_over, state } = await readSharedPaper(context, link)
  if (state === 'void') throw new Refusal('document_void')
  if (!is_handed_over) throw new Refusal('not_found')
}
