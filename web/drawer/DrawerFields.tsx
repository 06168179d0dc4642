import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormScope } from '../kit/form/FormScope.ts'
import { LeaveDialog } from '../kit/form/LeaveDialog.tsx'
import type { SchemaForm } from '../kit/form/useSchemaForm.ts'
import { useShortcut } from '../kit/useShortcut.ts'
import classes from './DrawerForm.module.css'

type DrawerFieldsProps = { form: SchemaForm; saveLabel?: string; onCancel: () => void; children: ReactNode }

/** A form inside a drawer: its fields, and Cancel and Save that stay in sight. Ctrl/⌘+S saves. */
export function DrawerFields({ form: facts, saveLabel, onCancel, children }: DrawerFieldsProps) {
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, resource, schema } = facts
  useShortcut('s', () => void submit())
  return (
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
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {saveLabel ?? t('actions.save')}
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
