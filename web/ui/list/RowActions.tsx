import { ActionIcon, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconEdit from '~icons/tabler/pencil'
import IconDelete from '~icons/tabler/trash'
import { Tooltip } from '../tooltip/Tooltip.tsx'
import classes from './RowActions.module.css'

export type RowActionsProps = {
  name: string
  link?: ReactNode
  onEdit?: () => void
  onDelete?: () => void
  /** Why this row can be neither edited nor deleted: its icons stay, and say so. `edit`: what of it is still written, in words. */
  locked?: { why: string; edit?: string } | null
}

/** Edit and delete of one row, only for permitted users. */
export function RowActions({ name, link, onEdit, onDelete, locked }: RowActionsProps) {
  const { t } = useTranslation('common')
  const edit = locked?.edit ? { label: locked.edit } : { label: t('actions.edit_named', { name }), locked: locked?.why }
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {link}
      {onEdit && (
        <RowAction {...edit} act="edit" tip={locked?.edit} onClick={onEdit}>
          <IconEdit aria-hidden />
        </RowAction>
      )}
      {onDelete && (
        <RowAction label={t('actions.delete_named', { name })} locked={locked?.why} onClick={onDelete}>
          <IconDelete aria-hidden />
        </RowAction>
      )}
    </Group>
  )
}

type RowActionProps = {
  label: string
  act?: string
  tip?: string
  locked?: string
  onClick: () => void
  children: ReactNode
}
function RowAction({ label, act, tip, locked, onClick, children }: RowActionProps) {
  // Not `disabled`: that would take the focus, and with it the reason, away from the keyboard.
  const offered = locked
    ? { 'aria-description': locked, 'aria-disabled': true, className: classes.locked }
    : { onClick }
  return (
    <Tooltip label={locked ?? tip}>
      <ActionIcon aria-label={label} data-act={act} {...offered}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
