import { useTranslation } from 'react-i18next'
import { type AccountMembership, ownAccountCalls } from '#contract/access/account.ts'
import { normalizeForSearch } from '#contract/fields/clean-text.ts'
import IconOrganization from '~icons/tabler/building-community'
import { useCallQuery } from '../api/useCallQuery.ts'
import { localName } from '../i18n/localName.ts'
import { useEnterOrganization } from './useEnterOrganization.ts'

/** In the palette: the other organizations of the person, those whose name in either language holds every typed word. */
export function useOrganizationCommands(keyword: string) {
  const { t } = useTranslation('shell')
  const answer = useCallQuery(ownAccountCalls.organizations)
  const enter = useEnterOrganization()
  const memberships = (answer.data ?? []) as AccountMembership[]
  const words = normalizeForSearch(keyword).split(' ')
  return memberships
    .filter(({ is_current, name, name_en }) => {
      const folded = normalizeForSearch(`${name} ${name_en ?? ''}`)
      return !is_current && words.every((word) => folded.includes(word))
    })
    .map(({ id, name, name_en, role, is_owner }) => ({
      to: `organization:${id}`,
      title: t('header.switch_to', { name: localName({ name, name_en }) }),
      detail: is_owner ? t('header.owner') : (role ?? undefined),
      icon: IconOrganization,
      press: () => void enter(id),
    }))
}
