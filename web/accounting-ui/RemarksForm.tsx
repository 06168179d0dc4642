import type { ReactNode } from 'react'
import { DescriptionList, type Fact } from '../ui/fields/DescriptionList.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { FormPage } from '../ui/form/FormPage.tsx'
import { FormSection } from '../ui/form/FormSection.tsx'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import classes from './RemarksForm.module.css'

type RemarksFormProps = {
  title: string
  form: SchemaForm
  onBack: () => void
  /** Why the other fields cannot change, and the next step. */
  why: ReactNode
  /** The fields that cannot change, each with its label. */
  facts: readonly Fact[]
  /** The remarks entered here. */
  section: string
  /** The remarks that can be written in addition to notes. */
  children?: ReactNode
}

/** For a record whose figures are locked: its editable remarks, and the rest read-only. */
export function RemarksForm({ title, form, onBack, why, facts, section, children }: RemarksFormProps) {
  return (
    <FormPage title={title} form={form} onBack={onBack}>
      <section className={classes.why}>{why}</section>
      <DescriptionList facts={facts} className={classes.facts} />
      <FormSection title={section}>
        {children}
        <TextareaField name="notes" />
      </FormSection>
    </FormPage>
  )
}
