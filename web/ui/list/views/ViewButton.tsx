import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconColumns from '~icons/tabler/columns-3'
import type { Column } from '../../cells/Column.ts'
import type { ChosenColumns } from './useChosenListColumns.ts'

// Most visits to a list arrange nothing.
const ViewMenu = lazy(async () => ({ default: (await import('./ViewMenu.tsx')).ViewMenu }))

type ViewButtonProps<Row> = { columns: readonly Column<Row>[]; chosen: ChosenColumns<Row> }

/** Opens what can be arranged of a list: its columns and its saved views. */
export function ViewButton<Row>({ columns, chosen }: ViewButtonProps<Row>) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  const button = (
    <ActionIcon
      size={36}
      data-views
      variant="default"
      aria-label={t('list.views')}
      title={t('list.views')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setIsOpen((was) => !was)}
    >
      <IconColumns aria-hidden />
    </ActionIcon>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu columns={columns} chosen={chosen as ChosenColumns<unknown>} onClose={() => setIsOpen(false)}>
        {button}
      </ViewMenu>
    </Suspense>
  )
}
