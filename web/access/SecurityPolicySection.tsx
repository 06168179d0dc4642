import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { confirmMinutes, type SecurityPolicy, securityPolicyCalls } from '#contract/access/account.ts'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useFreshAnswer } from '../api/useCallQuery.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { FormScope } from '../ui/form/FormScope.ts'
import { type SchemaForm, useSchemaForm } from '../ui/form/useSchemaForm.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './Access.module.css'

/** Settings: what the organization asks of its people. */
export function SecurityPolicySection() {
  const { t } = useTranslation('access')
  const answer = useFreshAnswer(securityPolicyCalls.show)
  const policy = answer.data as SecurityPolicy | undefined
  if (!policy) return <LoadingPage of={answer} title={t('policy.title')} />
  return (
    <>
      <PageHeader title={t('policy.title')} />
      <p className={classes.hint}>
        {t('policy.detail')} {policy.people_without === 0 ? t('policy.all_have') : t('policy.without', { ...policy })}
      </p>
      <PolicyForm policy={policy} />
    </>
  )
}

function PolicyForm({ policy }: { policy: SecurityPolicy }) {
  const { t } = useTranslation('access')
  const written = useWritten('/security-policy')
  const { second_factor_required, confirm_minutes } = policy
  const facts: SchemaForm = useSchemaForm({
    schema: securityPolicyCalls.update.body,
    resource: 'security_policy',
    values: { second_factor_required, confirm_minutes },
    send: async (body) => {
      await request(securityPolicyCalls.update, { body })
      facts.guard.release()
      showSuccess('updated')
      written()
    },
    onFailed: (error) => showFailure('update_failed', error),
  })
  const { form, submit, saving, resource, schema } = facts
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
        <SwitchField name="second_factor_required" description={t('policy.factor_hint')} />
        <ChoiceField
          name="confirm_minutes"
          choices={confirmMinutes.map((value) => ({ value, label: t(`policy.minutes.${value}`) }))}
          description={t('policy.confirm_hint')}
        />
        <div>
          <Button type="submit" loading={saving}>
            {t('policy.save')}
          </Button>
        </div>
      </form>
    </FormScope>
  )
}
