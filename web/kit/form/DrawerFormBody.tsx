import { Button } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#contract/kit/resource.ts'
import type { Id } from '../../api/resource.ts'
import { useShortcut } from '../useShortcut.ts'
import classes from './DrawerForm.module.css'
import { FormScope, type Values } from './FormScope.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useRecordForm } from './useRecordForm.ts'

type DrawerFormBodyProps = {
  resource: Resource
  id: Id | null
  values: Values
  /** Told how to find out whether something was typed. */
  watch: (isDirty: () => boolean) => void
  onCancel: () => void
  onSaved: () => void
  children: ReactNode
}

/** The form inside the drawer; it lives as long as one record is open. */
export function DrawerFormBody({ resource, id, values, watch, onCancel, onSaved, children }: DrawerFormBodyProps) {
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, schema } = useRecordForm({ resource, id, values, onSaved })
  useShortcut('s', () => void submit())
  useEffect(() => {
    watch(guard.isDirty)
    return () => watch(() => false)
  })
  return (
    <FormScope value={{ form, resource: resource.name, schema }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={classes.fields}>{children}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t('actions.save')}
          </Button>
        </div>
      </form>
      <LeaveDialog
        opened={guard.blocker.status === 'blocked'}
        onStay={() => guard.blocker.reset?.()}
        onLeave={() => guard.blocker.proceed?.()}
      />
    </FormScope>
  )
}
