import { Button, Drawer } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Call } from '#contract/kit/resource.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import classes from '../kit/form/DrawerForm.module.css'
import { FormScope, type Values } from '../kit/form/FormScope.ts'
import { LeaveDialog } from '../kit/form/LeaveDialog.tsx'
import { useSchemaForm } from '../kit/form/useSchemaForm.ts'

type ActionDrawerProps = {
  title: string
  /** An action of the contract with a body; its labels word the fields. */
  call: Call
  params: Record<string, number>
  values: Values
  toBody?: (values: Values) => Values
  saveLabel: string
  onClose: () => void
  children: ReactNode
}

/** An action that asks a few things first: refund, write off. Mount it while it is open. */
export function ActionDrawer(props: ActionDrawerProps) {
  const { title, call, params, values, toBody, saveLabel, onClose, children } = props
  const { t } = useTranslation('common')
  const written = useWritten(call.path)
  const [asking, setAsking] = useState(false)
  const { form, submit, saving, guard, resource, schema } = useSchemaForm({
    schema: call.body as z.ZodType,
    resource: call.labels,
    values,
    toBody,
    send: async (body, idempotencyKey) => {
      await request(call, { params, body, idempotencyKey })
      guard.release()
      showSuccess('updated')
      written()
      onClose()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  const close = () => (guard.isDirty() ? setTimeout(() => setAsking(true)) : onClose())
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={title}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <FormScope value={{ form, resource, schema }}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <div className={classes.fields}>{children}</div>
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {saveLabel}
            </Button>
          </div>
        </form>
      </FormScope>
      <LeaveDialog opened={asking} onStay={() => setAsking(false)} onLeave={onClose} />
    </Drawer>
  )
}
