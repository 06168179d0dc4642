import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import classes from './BankStatements.module.css'
import type { LineActions } from './useLineActions.ts'

/** A note on a line: what is known of it, or a question to a colleague. */
export function NoteForm({ line, actions }: { line: BankStatementLine; actions: LineActions }) {
  const { t } = useTranslation('bankStatements')
  const [note, setNote] = useState(line.note ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    actions.note(line, note.trim())
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        label={t('note.label')}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        maxLength={5000}
        autosize
        autoFocus
      />
      <Button type="submit" loading={actions.isBusy}>
        {t('note.save')}
      </Button>
    </form>
  )
}
