import type { Context } from '#server/core/context.ts'

/**
 * The place of an order or a goods note, for what is made of it. One that was closed since, or that the user does not keep, is not named
 * again: what is made takes the usual one.
 */
export async function openPlace({ db, session }: Context, id: number | null): Promise<number | undefined> {
  if (id === null || (session.places && !session.places.ids.includes(id))) return undefined
  const place = await db
    .selectFrom('places')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  return place?.id
}
