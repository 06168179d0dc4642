import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#contract/kit/resource.ts'
import { ApiError } from '../api/ApiError.ts'
import { type Id, useRemove } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useWords } from '../words/PageWords.tsx'

type ConfirmDeleteProps = { resource: Resource; id: Id; name: string; onClose: () => void }

/** Asks before a record goes; titled with the resource's name. A refusal stays in the dialog with its reason. */
export function ConfirmDelete({ resource, id, name, onClose }: ConfirmDeleteProps) {
  const { t } = useWords()
  const { t: common } = useTranslation('common')
  const remove = useRemove(resource)
  const refused = remove.error instanceof ApiError && remove.error.status === 422 ? remove.error.message : null
  async function confirm() {
    try {
      await remove.mutateAsync(id)
      showSuccess('deleted')
      onClose()
    } catch (error) {
      showFailure('deletion_failed', error)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`names.${resource.name}.one`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
      centered
    >
      <Text size="sm">{common('delete.question', { name })}</Text>
      {refused && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {refused}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {common('actions.cancel')}
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => void confirm()} data-autofocus>
          {common('actions.confirm')}
        </Button>
      </Group>
    </Modal>
  )
}
