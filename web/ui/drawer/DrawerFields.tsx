import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusRefused } from '../focus/useFocusRefused.ts'
import { FormScope } from '../form/FormScope.ts'
import { LeaveDialog } from '../form/LeaveDialog.tsx'
import type { SchemaForm } from '../form/useSchemaForm.ts'
import { useShortcut } from '../useShortcut.ts'
import classes from './DrawerForm.module.css'

type DrawerFieldsProps = {
  form: SchemaForm
  saveLabel?: string
  /** What may be done before saving, next to the save button. */
  actions?: ReactNode
  onCancel: () => void
  children: ReactNode
}

/** A form inside a drawer: its fields, and Cancel and Save that stay in sight. Ctrl/⌘+S saves. */
export function DrawerFields({ form: facts, saveLabel, actions, onCancel, children }: DrawerFieldsProps) {
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, resource, schema } = facts
  useShortcut('s', () => void submit())
  const fields = useFirstFieldFocused()
  return (
    <FormScope value={{ form, resource, schema }}>
      <form
        ref={useFocusRefused(saving)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React would hand it on to the form of the page under this drawer.
          event.stopPropagation()
          void submit()
        }}
      >
        <div className={classes.fields} ref={fields}>
          {children}
        </div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          {actions}
          <Button type="submit" loading={saving}>
            {saveLabel ?? t('actions.save')}
          </Button>
        </div>
      </form>
      <LeaveDialog opened={guard.isAsked} onStay={guard.stay} onLeave={guard.leave} />
    </FormScope>
  )
}

/** Text inputs only; a date or a choice would open its list over the form. */
const typed = 'input:not([type], [readonly], [data-dates-input], :disabled), textarea:not(:disabled)'

/** The drawer's trap looks for the mark when it opens; a record that had to be fetched comes after that. */
function useFirstFieldFocused() {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const first = fields.current?.querySelector<HTMLElement>(typed)
    first?.setAttribute('data-autofocus', 'true')
    const timer = setTimeout(() => first?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  return fields
}
