import { Badge, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import IconFilter from '~icons/tabler/adjustments-horizontal'
import { useFocusBack } from '../focus/useFocusBack.ts'
import { useListScope } from '../list-scope/ListScope.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./FilterPanel.tsx')).FilterPanel }))

/** The button that opens the filters of a list at the end side. A selection applies at once and is in the URL. */
export function FilterDrawer({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  const { view } = useListScope()
  const [opened, { open, close }] = useDisclosure(false)
  useFocusBack(opened)
  const count = Object.keys(view.search.filters).length
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        leftSection={<IconFilter aria-hidden />}
        rightSection={
          count > 0 && (
            <Badge size="sm" circle aria-label={t('list.filters_set', { count })}>
              {count}
            </Badge>
          )
        }
      >
        {t('actions.filter')}
      </Button>
      <Suspense>{opened && <FilterPanel onClose={close}>{children}</FilterPanel>}</Suspense>
    </>
  )
}
