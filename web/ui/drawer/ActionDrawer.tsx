import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Call } from '#contract/kit/resource.ts'
import { request } from '../../api/client.ts'
import { useWritten } from '../../api/resource.ts'
import { showFailure, showSuccess } from '../../api/toasts.ts'
import { useFocusBackAfter } from '../focus/useFocusBack.ts'
import type { Values } from '../form/FormScope.ts'
import { type SchemaForm, useSchemaForm } from '../form/useSchemaForm.ts'
import { ConfirmCloseDrawer } from './ConfirmCloseDrawer.tsx'
import { DrawerFields } from './DrawerFields.tsx'

type ActionDrawerProps = {
  title: string
  /** An action of the contract with a body; its labels word the fields. */
  call: Call
  params: Record<string, number>
  values: Values
  toBody?: (values: Values) => Values
  saveLabel: string
  /** A preview of what it posts, next to its button. */
  actionsOf?: (form: SchemaForm) => ReactNode
  onClose: () => void
  /** The answer of the call, if it tells more than success. */
  onDone?: (answer: unknown) => void
  children: ReactNode
}

/** An action that asks a few things first: refund, write off. Mount it while it is open. */
export function ActionDrawer(props: ActionDrawerProps) {
  const { title, call, params, values, toBody, saveLabel, onClose, children } = props
  const written = useWritten(call.path)
  useFocusBackAfter()
  const form: SchemaForm = useSchemaForm({
    schema: call.body as z.ZodType,
    resource: call.labels,
    values,
    toBody,
    send: async (body, idempotencyKey) => {
      const answer = await request<{ data: unknown }>(call, { params, body, idempotencyKey })
      form.guard.release()
      showSuccess('updated')
      written()
      onClose()
      props.onDone?.(answer.data)
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  return (
    <ConfirmCloseDrawer opened title={title} guard={form.guard} onClose={onClose}>
      {(close) => (
        <DrawerFields form={form} saveLabel={saveLabel} actions={props.actionsOf?.(form)} onCancel={close}>
          {children}
        </DrawerFields>
      )}
    </ConfirmCloseDrawer>
  )
}
