import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useListScope } from '../list-scope/ListScope.ts'

/** The way out of a search without a result: what the list shows without search and filters. */
export function ClearSearch() {
  const { t } = useTranslation('common')
  const { view } = useListScope()
  const cleared = ['keyword', ...Object.keys(view.search.filters)].map((key) => [key, undefined])
  return (
    <Button variant="default" onClick={() => view.change(Object.fromEntries(cleared))}>
      {t('actions.clear_search')}
    </Button>
  )
}
