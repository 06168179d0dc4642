import { ActionIcon, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconEdit from '~icons/tabler/pencil'
import IconDelete from '~icons/tabler/trash'

type RowActionsProps = { name: string; onEdit?: () => void; onDelete?: () => void }

/** Edit and delete of one row; who may not do one does not see it. */
export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  const { t } = useTranslation('common')
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {onEdit && (
        <ActionIcon aria-label={t('actions.edit_named', { name })} onClick={onEdit}>
          <IconEdit aria-hidden />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon aria-label={t('actions.delete_named', { name })} onClick={onDelete}>
          <IconDelete aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
