import '@mantine/core/styles/Switch.layer.css'
import { Button, Popover, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconColumns from '~icons/tabler/columns-3'

/** What the rows of a form show on request: switches behind one button. */
export function ColumnsMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common')
  return (
    <Popover position="bottom-end" trapFocus returnFocus withinPortal={false} shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconColumns aria-hidden />} data-columns>
          {t('lines.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('lines.columns')}>
        <Stack gap="sm">{children}</Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
