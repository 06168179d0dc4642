import { Button } from '@mantine/core'
import { useMediaQuery, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconBack from '~icons/tabler/arrow-left'
import { MoreActs } from '../acts/MoreActs.tsx'
import { useFocusRefused } from '../focus/useFocusRefused.ts'
import { PageHeader } from '../PageHeader.tsx'
import { useShortcut } from '../useShortcut.ts'
import classes from './FormPage.module.css'
import { FormScope } from './FormScope.ts'
import { FormTotalSlot } from './FormTotal.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { useFirstField } from './useFirstField.ts'
import type { SchemaForm } from './useSchemaForm.ts'

type FormPageProps = {
  title: string
  /** From `useRecordForm` or `useSchemaForm`. */
  form: SchemaForm
  /** Without it there is nowhere to go back to: a settings section. */
  onBack?: () => void
  /** Where saving does more than save: "Save and confirm". */
  saveLabel?: string
  /** False while the content as a whole cannot be saved: an entry that does not balance. */
  savable?: boolean
  /** The effect of Ctrl+S where the main button does more than save: it saves the draft. */
  saveDraft?: () => void
  /** Further buttons next to Save. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A form as a page: title, sections, and Save and Back that stay in sight. Ctrl/⌘+S saves; where there is a draft it saves the draft,
 * and only Ctrl/⌘+Enter does what the main button says.
 */
export function FormPage(props: FormPageProps) {
  const { title, form: facts, onBack, saveLabel, savable = true, saveDraft, actions, children } = props
  const { t } = useTranslation('common')
  const { form, submit, saving, guard, resource, schema } = facts
  const [totalSlot, setTotalSlot] = useState<HTMLElement | null>(null)
  const onPhone = useMediaQuery('(max-width: 767px)')
  const others = (
    <>
      {onBack && (
        <Button variant="default" data-back onClick={onBack} leftSection={<IconBack className="turns" aria-hidden />}>
          {t('actions.back')}
        </Button>
      )}
      {actions}
    </>
  )
  const save = () => void (savable && submit())
  // In a dialog above the page it confirms the dialog.
  const outsideDialogs = (act: () => void) => () => void (document.activeElement?.closest('[role=dialog]') ?? act())
  useShortcut('s', outsideDialogs(saveDraft ?? save))
  useShortcut('Enter', outsideDialogs(save))
  return (
    <FormScope value={{ form, resource, schema }}>
      <form
        ref={useMergedRef(useFirstField(form), useFocusRefused(saving))}
        className={classes.form}
        data-form-page
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <PageHeader title={title}>
          <span ref={setTotalSlot} className={classes.total} aria-hidden />
          {onPhone && (onBack || actions) ? <MoreActs opensUp>{others}</MoreActs> : others}
          <Button type="submit" loading={saving} disabled={!savable} title={saveDraft ? 'Ctrl+Enter' : 'Ctrl+S'}>
            {saveLabel ?? t('actions.save')}
          </Button>
        </PageHeader>
        <FormTotalSlot value={totalSlot}>
          <div className={classes.content}>{children}</div>
        </FormTotalSlot>
      </form>
      <LeaveDialog opened={guard.isAsked} onStay={guard.stay} onLeave={guard.leave} />
    </FormScope>
  )
}
