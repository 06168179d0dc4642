import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError, isUnavailable } from '../api/ApiError.ts'
import { type Id, type RemovableResource, useRemove } from '../api/resource.ts'
import { showFailed, showFailure, showSuccess } from '../api/toasts.ts'
import { useWords } from '../i18n/PageWords.tsx'
import { useFocusBackAfter } from './focus/useFocusBack.ts'
import { useFocusRefused } from './focus/useFocusRefused.ts'

type ConfirmDeleteProps = {
  resource: RemovableResource
  id: Id
  name: string
  /** An issued record is voided, not deleted. */
  act?: 'delete' | 'void'
  onClose: (isGone?: boolean) => void
}

/** Asks before deleting or voiding a record. The title names the act, the resource and the record. A failure is shown in the dialog. */
export function ConfirmDelete({ resource, id, name, act = 'delete', onClose }: ConfirmDeleteProps) {
  const { t } = useWords()
  const { t: common } = useTranslation('common')
  useFocusBackAfter()
  const remove = useRemove(resource)
  const failure = remove.error && (isWorded(remove.error) ? remove.error.message : common('toasts.unknown'))
  async function confirm() {
    try {
      await remove.mutateAsync(id)
      showSuccess('deleted')
      onClose(true)
    } catch (error) {
      if (isWorded(error) || isUnavailable(error)) showFailure('deletion_failed', error)
      else showFailed('deletion_failed', common('toasts.unknown'))
    }
  }
  return (
    <Modal
      opened
      onClose={() => onClose()}
      title={common(`${act}.title`, { one: t(`names.${resource.name}.one`), name })}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
      centered
    >
      <Text size="sm">{t([`names.${resource.name}.${act}`, `${act}.question`], { name })}</Text>
      {failure && (
        <Text size="sm" c="var(--bad)" mt="sm" role="alert">
          {failure}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" ref={useFocusRefused<HTMLDivElement>(remove.isPending)}>
        <Button variant="default" onClick={() => onClose()}>
          {common('actions.back_out')}
        </Button>
        <Button color="red.9" loading={remove.isPending} onClick={() => void confirm()} data-autofocus>
          {common(`${act}.confirm`)}
        </Button>
      </Group>
    </Modal>
  )
}

/** The server words why a record has to stay; any other failure says nothing the person could act on. */
const isWorded = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 422
