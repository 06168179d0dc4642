import { Skeleton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { DrawerForm } from '../ui/drawer/DrawerForm.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { LtrTextField } from '../ui/fields/LtrTextField.tsx'
import { StatusField } from '../ui/fields/StatusField.tsx'
import { TextareaField } from '../ui/fields/TextareaField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import classes from './Chart.module.css'
import { NumberedName } from './NumberedName.tsx'
import type { ChartNode, NodeKind } from './nodeKind.ts'
import { useParent } from './useChart.ts'

const defaults = { number: '', type: 'sub', status: 'active' }

type NodeDrawerProps = {
  kind: NodeKind
  parent: number | null
  /** What a new one is called, where that was typed already. */
  name?: string
  onSaved?: (record: { id: number; name: string }) => void
  /** Asked before its fields. */
  above?: ReactNode
}

/** The drawer of a node: a new one below `parent` (or at the root), or a stored one. */
export function NodeDrawer({ kind, parent, name, onSaved, above }: NodeDrawerProps) {
  const { t } = useTranslation('chart')
  const types = (['main', 'sub'] as const).map((type) => ({ value: type, label: t(`types.${type}`) }))
  return (
    <DrawerForm defaults={{ ...defaults, ...(name && { name }), parent_id: parent ?? '' }} onSaved={onSaved}>
      {(values) => (
        <>
          {above}
          {values.id === undefined && parent !== null && <ParentToBe kind={kind} id={parent} />}
          {values.parent ? <Parent kind={kind} parent={values.parent as ParentNames} /> : null}
          <LtrTextField name="number" inputMode="numeric" />
          <TextField name="name" />
          <TextField name="name_en" />
          <ChoiceField name="type" choices={types} description={t('type_hint')} />
          <StatusField />
          <TextareaField name="description" />
        </>
      )}
    </DrawerForm>
  )
}

/** Looks the parent up: who it is, and the number that its next child gets unless another is typed. */
function ParentToBe({ kind, id }: { kind: NodeKind; id: number }) {
  const { form } = useFormScope()
  const { data } = useParent(kind, id)
  const next = data?.next_auto_number
  const { setFieldValue, getValues, isDirty, resetDirty } = form
  useEffect(() => {
    if (next === undefined || getValues().number !== '') return
    const untouched = !isDirty()
    setFieldValue('number', next)
    // The proposal is not something the person typed; closing the drawer need not ask about it.
    if (untouched) resetDirty()
  }, [next, setFieldValue, getValues, isDirty, resetDirty])
  if (!data) return <Skeleton height={58} />
  return <Parent kind={kind} parent={data} />
}

type ParentNames = Pick<ChartNode, 'number' | 'name' | 'name_en'>
function Parent({ kind, parent }: { kind: NodeKind; parent: ParentNames }) {
  const { t } = useTranslation('chart')
  return (
    <dl className={classes.parent}>
      <dt>{t(`fields.${kind.resource.name}.parent_id`)}</dt>
      <dd>
        <NumberedName node={parent} />
      </dd>
    </dl>
  )
}
