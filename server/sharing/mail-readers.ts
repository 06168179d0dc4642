import type { Context } from '#server/core/context.ts'
import { enqueue } from '#server/outbox/outbox.ts'
import type { OpenLink } from './public-page.ts'
import type { SharedPaper } from './shared-paper-facts.ts'
import { viewPathOf } from './view-path.ts'

/** `words`: the subject and the text, in `sharing`. `said`: what the reader of the link wrote. */
type Notice = { words: string; key: string; said: readonly string[] }

/** A mail to who sent the paper, or to the owners. Arabic first, then English: the system does not know the reader's language. */
export async function mailReaders(
  { db, services, session }: Context,
  link: OpenLink,
  { named, number, party }: SharedPaper,
  { words, key, said }: Notice,
): Promise<void> {
  const readers = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .where((where) => (link.created_by ? where('id', '=', link.created_by) : where('is_owner', '=', true)))
    .execute()
  const address = `${services.config.publicUrl}${viewPathOf(link)}`
  const say = (language: 'ar' | 'en', part: string) => {
    const document = services.words.say(language, `sharing:kinds.${named ?? link.kind.name}`)
    const facts = { document, number, party: party.name, link: address }
    return services.words.say(language, `sharing:${words}.${part}`, facts)
  }
  const text = [say('ar', 'text'), say('en', 'text'), ...said].join('\n\n')
  for (const reader of readers)
    await enqueue(db, session.organization_id, {
      kind: 'mail',
      key: `${key} ${reader.id}`,
      payload: { to: reader.email, subject: say('ar', 'subject').replace(/\s+/g, ' '), text },
    })
}
