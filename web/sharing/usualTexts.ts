import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import type { SharingSettings } from '#contract/sharing/settings.ts'
import { loadWords } from '../i18n/i18n.ts'

type Texts = { subject: string; body: string }
export type UsualTexts = Record<'ar' | 'en', Texts>

/** The usual words of a mail with an invoice, in both languages in any language of the page. */
export function useUsualTexts(): UsualTexts | undefined {
  const { data } = useQuery({
    queryKey: ['usual texts'],
    queryFn: async (): Promise<UsualTexts> => ({ ar: await usualIn('ar'), en: await usualIn('en') }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

async function usualIn(language: 'ar' | 'en'): Promise<Texts> {
  await loadWords(['sharing'], language)
  const say = i18next.getFixedT(language, 'sharing')
  return { subject: say('mail.due.subject'), body: say('mail.due.body') }
}

type StoredTexts = SharingSettings['templates']['ar']

/** The own words, or the usual ones in their place. */
export const shownTexts = ({ subject, body }: StoredTexts, usual: Texts): Texts => ({
  subject: subject ?? usual.subject,
  body: body ?? usual.body,
})

/** Words left as usual are not stored: each kind of document then has those made for it. */
export const storedTexts = ({ subject, body }: Texts, usual: Texts): Texts => ({
  subject: subject === usual.subject ? '' : subject,
  body: body.replaceAll('\r\n', '\n') === usual.body ? '' : body,
})
