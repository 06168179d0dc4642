import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRecord } from '../../api/resource.ts'
import { useWords } from '../../i18n/PageWords.tsx'
import type { Values } from '../form/FormScope.ts'
import { useRecordForm } from '../form/useRecordForm.ts'
import { valuesOf } from '../form/valuesOf.ts'
import { useListScope } from '../list-scope/ListScope.ts'
import { FailedState } from '../states/FailedState.tsx'
import { LoadingState } from '../states/LoadingState.tsx'
import { ConfirmCloseDrawer, type DrawerGuard, untouched } from './ConfirmCloseDrawer.tsx'
import { DrawerFields } from './DrawerFields.tsx'

type OpenDrawerFormProps = {
  /** Initial values of a new record. */
  defaults: Values
  /** The fields; as a function they get the stored values (an image's address). */
  children: ReactNode | ((values: Values) => ReactNode)
  /** Where more hangs on a record than its list. */
  onSaved?(record: { id: number }): void
}

/** The drawer of `DrawerForm` with all that a form needs. */
export function DrawerFormContent({ defaults, children, onSaved }: OpenDrawerFormProps) {
  const { t } = useWords()
  const { resource, editing, close } = useFormScope()
  const record = useRecord(resource, editing === 'new' ? null : editing)
  const guard = useRef<DrawerGuard>(untouched)
  const values = valuesOf(record.data as object | undefined, defaults)
  const ready = editing === 'new' || (record.data !== undefined && !record.isFetching)
  return (
    <ConfirmCloseDrawer
      opened={editing !== null}
      title={t(`names.${resource.name}.${editing === 'new' ? 'new' : 'edit'}`)}
      guard={{ isDirty: () => guard.current.isDirty(), isAsking: () => guard.current.isAsking() }}
      onClose={close}
    >
      {(tryToClose) => (
        <>
          {record.error !== null && !ready && (
            <FailedState error={record.error} onRetry={() => void record.refetch()}>
              <Button variant="default" onClick={tryToClose}>
                {t('common:actions.close')}
              </Button>
            </FailedState>
          )}
          {!record.error && !ready && <LoadingState />}
          {editing !== null && ready && (
            <RecordFields values={values} guard={guard} onCancel={tryToClose} onSaved={onSaved}>
              {typeof children === 'function' ? children(values) : children}
            </RecordFields>
          )}
        </>
      )}
    </ConfirmCloseDrawer>
  )
}

type RecordFieldsProps = {
  values: Values
  /** Where the drawer learns whether there is unsaved input, and whether to ask. */
  guard: { current: DrawerGuard }
  onCancel: () => void
  onSaved: OpenDrawerFormProps['onSaved']
  children: ReactNode
}

/** The list around the drawer, whose records are written in a form. */
function useFormScope() {
  const { form, ...scope } = useListScope()
  if (!form) throw new Error('this list has no form')
  return { ...scope, resource: form }
}

/** Lives as long as one record is open. */
function RecordFields({ values, guard, onCancel, onSaved, children }: RecordFieldsProps) {
  const { resource, editing, close } = useFormScope()
  const form = useRecordForm({
    resource,
    id: editing === 'new' ? null : editing,
    values,
    onSaved: (record) => {
      close()
      onSaved?.(record as { id: number })
    },
  })
  useEffect(() => {
    guard.current = form.guard
    return () => {
      guard.current = untouched
    }
  })
  return (
    <DrawerFields form={form} onCancel={onCancel}>
      {children}
    </DrawerFields>
  )
}
