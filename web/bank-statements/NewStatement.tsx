import { Button, Checkbox, FileButton, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { largeFileSize, megabytesOf } from '#contract/fields/file-sizes.ts'
import type { StatementSheet } from '#contract/imports/bank-sheet.ts'
import { bankStatementCalls } from '#contract/imports/bank-statements.ts'
import { tableFiles } from '#contract/imports/table-files.ts'
import IconUpload from '~icons/tabler/upload'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { ApiError } from '../api/ApiError.ts'
import { showRefusal } from '../api/toasts.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { cashOnly } from '../bank/cashOnly.ts'
import { bankStatementsPath } from '../routes/paths.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import classes from './BankStatements.module.css'
import { SheetColumns } from './SheetColumns.tsx'
import { hasDoubts } from './SheetDoubts.tsx'

/** The bank's account and its file. */
export function NewStatement() {
  const { t } = useTranslation('bankStatements')
  const { choices } = usePostableNodes(chartCalls.accountOptions, cashOnly)
  const [chosen, setChosen] = useState<string | null>(null)
  const account_id = chosen ?? (choices.length === 1 ? choices[0]?.value : undefined)
  const [asks, setAsks] = useState(false)
  const { upload, isBusy, isOtherNumber, shown, send, close } = useUpload(account_id, asks)
  return (
    <section className={classes.upload} aria-label={t('names.bank_statement.new')}>
      <Select
        label={t('fields.bank_statement.account_id')}
        data={[...choices]}
        value={account_id ?? null}
        onChange={setChosen}
        filter={matchFolded}
        searchable
      />
      <FileButton onChange={send} accept={`${tableFiles},.sta,.mt940,.940,.ofx,.qfx`}>
        {(props) => (
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={isBusy} disabled={!account_id}>
            {t('actions.choose_file')}
          </Button>
        )}
      </FileButton>
      {isOtherNumber && (
        <Button
          variant="default"
          loading={upload.isPending}
          onClick={() => upload.mutate({ body: { ...upload.variables?.body, account_changed: true } })}
        >
          {t('actions.account_changed')}
        </Button>
      )}
      <Checkbox label={t('columns.ask')} checked={asks} onChange={(event) => setAsks(event.currentTarget.checked)} />
      <p className={classes.hint}>{t(account_id ? 'new.hint' : 'new.account_first')}</p>
      {shown && (
        <SheetColumns
          key={shown.turn}
          sheet={shown.sheet}
          isBusy={upload.isPending}
          onStore={(answer) => upload.mutate({ body: { account_id, statement_file: shown.file, ...answer } })}
          onCancel={close}
        />
      )}
    </section>
  )
}

/** A table that is known is stored at once, unless its columns are asked for. */
function useUpload(account_id: string | undefined, asks: boolean) {
  const { t } = useTranslation('bankStatements')
  const navigate = useNavigate()
  const upload = useQuietMutation(bankStatementCalls.create, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${bankStatementsPath}/${id}` })
  })
  const [shown, setShown] = useState<{ file: File; sheet: StatementSheet; turn: number } | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const look = useQuietMutation(bankStatementCalls.columns, (answer) => {
    const { data: sheet } = answer as { data: StatementSheet }
    if (!file) return
    if (sheet.is_complete && !hasDoubts(sheet) && !(asks && sheet.heads.length > 0))
      upload.mutate({ body: { account_id, statement_file: file } })
    else setShown({ file, sheet, turn: (shown?.turn ?? 0) + 1 })
  })
  const send = (given: File | null) => {
    if (!given) return
    // A larger body is cut off before its answer.
    if (given.size > largeFileSize) return showRefusal(t('new.too_large', { megabytes: megabytesOf(largeFileSize) }))
    setFile(given)
    look.mutate({ body: { account_id, statement_file: given } })
  }
  return {
    upload,
    shown,
    send,
    close: () => setShown(null),
    isBusy: look.isPending || upload.isPending,
    isOtherNumber: upload.error instanceof ApiError && upload.error.code === 'statement_other_account',
  }
}
