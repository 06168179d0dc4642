import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import IconBack from '~icons/tabler/arrow-left'
import { FormScope } from '../kit/form/FormScope.ts'
import { LeaveDialog } from '../kit/form/LeaveDialog.tsx'
import type { SchemaForm } from '../kit/form/useSchemaForm.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import classes from './BalancedFormPage.module.css'

type BalancedFormPageProps = {
  title: string
  form: SchemaForm
  /** Both sides are equal; until they are, nothing can be saved. */
  balanced: boolean
  onBack: () => void
  children: ReactNode
}

/** The form page of the one form that may not be saved at any time; wider than the others, for its table. */
export function BalancedFormPage({ title, form: facts, balanced, onBack, children }: BalancedFormPageProps) {
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, resource, schema } = facts
  const save = () => {
    if (balanced) void submit()
  }
  useHotkeys([['mod+S', save]], [], true)
  return (
    <FormScope value={{ form, resource, schema }}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <PageHeader title={title}>
          <Button variant="default" onClick={onBack} leftSection={<IconBack className="turns" aria-hidden />}>
            {t('actions.back')}
          </Button>
          <Button type="submit" loading={saving} disabled={!balanced}>
            {t('actions.save')}
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
