import { Button, FileButton, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import { bankStatementCalls } from '#contract/imports/bank-statements.ts'
import IconUpload from '~icons/tabler/upload'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { useQuietMutation } from '../api/useQuietMutation.ts'
import { cashOnly } from '../bank/cashOnly.ts'
import { bankStatementsPath } from '../routes/paths.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import classes from './BankStatements.module.css'

/** The bank's account and its file. */
export function NewStatement() {
  const { t } = useTranslation('bankStatements')
  const navigate = useNavigate()
  const { choices } = usePostableNodes(chartCalls.accountOptions, cashOnly)
  const [chosen, setChosen] = useState<string | null>(null)
  const account_id = chosen ?? (choices.length === 1 ? choices[0]?.value : undefined)
  const upload = useQuietMutation(bankStatementCalls.create, (answer) => {
    const { id } = (answer as { data: { id: number } }).data
    void navigate({ to: `${bankStatementsPath}/${id}` })
  })
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
      <FileButton
        onChange={(file) => file && upload.mutate({ body: { account_id, statement_file: file } })}
        accept=".csv,.txt,.tsv,.xlsx,.sta,.mt940,.940,.xml,.ofx,.qfx"
      >
        {(props) => (
          <Button {...props} leftSection={<IconUpload aria-hidden />} loading={upload.isPending} disabled={!account_id}>
            {t('actions.choose_file')}
          </Button>
        )}
      </FileButton>
      <p className={classes.hint}>{t('new.hint')}</p>
    </section>
  )
}
