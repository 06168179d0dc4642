import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconEdit from '~icons/tabler/pencil'
import IconDelete from '~icons/tabler/trash'
import { Tip } from '../../tip/Tip.tsx'
import classes from './RowActions.module.css'

type RowActionsProps = {
  name: string
  link?: ReactNode
  onEdit?: () => void
  onDelete?: () => void
  /** Why this row can be neither edited nor deleted; its icons stay, and say so. */
  locked?: string | null
}

/** Edit and delete of one row; who may not do one does not see it. */
export function RowActions({ name, link, onEdit, onDelete, locked }: RowActionsProps) {
  const { t } = useTranslation('common')
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {link}
      {onEdit && (
        <RowAction label={t('actions.edit_named', { name })} locked={locked} onClick={onEdit}>
          <IconEdit aria-hidden />
        </RowAction>
      )}
      {onDelete && (
        <RowAction label={t('actions.delete_named', { name })} locked={locked} onClick={onDelete}>
          <IconDelete aria-hidden />
        </RowAction>
      )}
    </Group>
  )
}

type RowActionProps = { label: string; locked?: string | null; onClick: () => void; children: ReactNode }
function RowAction({ label, locked, onClick, children }: RowActionProps) {
  if (!locked)
    return (
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    )
  // Not `disabled`: that would take the focus, and with it the reason, away from the keyboard.
  return (
    <Tip label={locked}>
      <ActionIcon aria-label={label} aria-description={locked} aria-disabled className={classes.locked}>
        {children}
      </ActionIcon>
    </Tip>
  )
}
