import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconBack from '~icons/tabler/arrow-left'
import { PageHeader } from '../PageHeader.tsx'
import classes from './FormPage.module.css'
import { FormScope } from './FormScope.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import type { SchemaForm } from './useSchemaForm.ts'

type FormPageProps = {
  title: string
  /** From `useRecordForm` or `useSchemaForm`. */
  form: SchemaForm
  /** Without it there is nowhere to go back to: a settings section. */
  onBack?: () => void
  /** Where saving does more than save: "Save and confirm". */
  saveLabel?: string
  /** Further buttons beside Save. */
  actions?: ReactNode
  children: ReactNode
}

/** A form as a page: title, sections, and Save and Back that stay in sight. Ctrl/⌘+S saves. */
export function FormPage({ title, form: facts, onBack, saveLabel, actions, children }: FormPageProps) {
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, resource, schema } = facts
  useHotkeys([['mod+S', () => void submit()]], [], true)
  return (
    <FormScope value={{ form, resource, schema }}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <PageHeader title={title}>
          {onBack && (
            <Button variant="default" onClick={onBack} leftSection={<IconBack className="turns" aria-hidden />}>
              {t('actions.back')}
            </Button>
          )}
          {actions}
          <Button type="submit" loading={saving}>
            {saveLabel ?? t('actions.save')}
          </Button>
        </PageHeader>
        {children}
      </form>
      <LeaveDialog
        opened={guard.blocker.status === 'blocked'}
        onStay={() => guard.blocker.reset?.()}
        onLeave={() => guard.blocker.proceed?.()}
      />
    </FormScope>
  )
}
