import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBackAfter } from '../focus/useFocusBack.ts'
import { useFocusRefused } from '../focus/useFocusRefused.ts'
import classes from './DialogForm.module.css'

type DialogFormProps = {
  title: string
  isPending: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}
/** A question with a field or two above a page, which may itself be a form. */
export function DialogForm({ title, isPending, onSubmit, onClose, children }: DialogFormProps) {
  const { t } = useTranslation('common')
  useFocusBackAfter()
  const form = useFocusRefused<HTMLFormElement>(isPending)
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('actions.close') }} centered>
      <form
        ref={form}
        noValidate
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault()
          // React would hand it on to the form of the page around this dialog.
          event.stopPropagation()
          onSubmit()
        }}
      >
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.back_out')}
          </Button>
          <Button type="submit" loading={isPending} data-autofocus>
            {t('actions.confirm')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
