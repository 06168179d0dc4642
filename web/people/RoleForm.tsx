import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type PermissionCard, roles } from '#contract/access/people.ts'
import type { RecordOf } from '../api/resource.ts'
import { SwitchField } from '../ui/fields/SwitchField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import { useRecordForm } from '../ui/form/useRecordForm.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import { valuesOf } from '../ui/form/valuesOf.ts'
import { PermissionCards } from './PermissionCards.tsx'

type RoleFormProps = { stored: RecordOf<typeof roles> | null; cards: readonly PermissionCard[] }

/** A role and what it may do. Saving stays on the form, since permissions are arranged in several goes. */
export function RoleForm({ stored, cards }: RoleFormProps) {
  const { t } = useTranslation('people')
  const navigate = useNavigate()
  const held = cards.flatMap(({ permissions }) => permissions.filter(({ value }) => value).map(({ key }) => key))
  const facts: SchemaForm = useRecordForm({
    resource: roles,
    id: stored?.id ?? null,
    values: {
      ...valuesOf(stored ?? undefined, { name: '', description: '', second_factor_required: false }),
      permissions: held,
    },
    onSaved: (saved) => {
      // The form stays open: with the saved version, and a new role under its own address.
      facts.form.setFieldValue('version', saved.version)
      facts.guard.release()
      if (stored === null) void navigate({ to: `/roles/${saved.id}`, replace: true })
    },
  })
  return (
    <FormPage
      title={t(stored === null ? 'names.role.new' : 'names.role.edit')}
      form={facts}
      onBack={() => void navigate({ to: '/roles' })}
    >
      <FormSection title={t('sections.role')} detail={t('sections.role_detail')}>
        <TextField name="name" />
        <TextareaField name="description" rows={2} />
        <SwitchField name="second_factor_required" description={t('hints.second_factor')} />
      </FormSection>
      <PermissionCards form={facts} cards={cards} />
    </FormPage>
  )
}
