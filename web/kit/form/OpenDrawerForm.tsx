import { Drawer } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecord } from '../../api/resource.ts'
import { useWords } from '../../words/PageWords.tsx'
import { useListScope } from '../list/ListScope.ts'
import { FailedState } from '../states/FailedState.tsx'
import { LoadingState } from '../states/LoadingState.tsx'
import { DrawerFormBody } from './DrawerFormBody.tsx'
import type { Values } from './FormScope.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { valuesOf } from './valuesOf.ts'

type OpenDrawerFormProps = {
  /** What a new record starts with. */
  defaults: Values
  /** The fields; as a function they get the stored values (an image's address). */
  children: ReactNode | ((values: Values) => ReactNode)
}

/** The drawer of `DrawerForm` with all that a form needs. */
export function OpenDrawerForm({ defaults, children }: OpenDrawerFormProps) {
  const { t } = useWords()
  const { t: common } = useTranslation('common')
  const { resource, editing, close } = useListScope()
  const id = editing === 'new' ? null : editing
  const record = useRecord(resource, id)
  const isDirty = useRef<() => boolean>(() => false)
  const [asking, setAsking] = useState(false)
  function tryToClose() {
    if (!isDirty.current()) return close()
    // After this event: the dialog listens for Escape too, and must not answer the one that opened it.
    setTimeout(() => setAsking(true))
  }
  const values = valuesOf(record.data as object | undefined, defaults)
  const ready = editing === 'new' || (record.data !== undefined && !record.isFetching)
  return (
    <Drawer
      opened={editing !== null}
      onClose={tryToClose}
      position="right"
      size={480}
      title={t(`names.${resource.name}.${editing === 'new' ? 'new' : 'edit'}`)}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {record.error !== null && !ready && <FailedState error={record.error} onRetry={() => void record.refetch()} />}
      {!record.error && !ready && <LoadingState />}
      {editing !== null && ready && (
        <DrawerFormBody
          resource={resource}
          id={id}
          values={values}
          watch={(dirty) => {
            isDirty.current = dirty
          }}
          onCancel={tryToClose}
          onSaved={close}
        >
          {typeof children === 'function' ? children(values) : children}
        </DrawerFormBody>
      )}
      <LeaveDialog
        opened={asking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false)
          close()
        }}
      />
    </Drawer>
  )
}
