import { Button, Drawer, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useListScope } from '../list-scope/ListScope.ts'

/** The open drawer of `FilterDrawer`. */
export function FilterPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('common')
  const { view } = useListScope()
  const keys = Object.keys(view.search.filters)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={360}
      title={t('actions.filter')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Stack>{children}</Stack>
      <Group mt="xl" justify="flex-end">
        <Button
          variant="default"
          disabled={keys.length === 0}
          onClick={() => view.change(Object.fromEntries(keys.map((key) => [key, undefined])))}
        >
          {t('actions.clear')}
        </Button>
        <Button onClick={onClose}>{t('actions.close')}</Button>
      </Group>
    </Drawer>
  )
}
