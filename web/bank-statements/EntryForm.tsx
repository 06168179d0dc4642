import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { type Choosable, toSelectOption } from '../ui/values/toSelectOption.ts'
import classes from './BankStatements.module.css'
import { EntrySelects, noEntry } from './EntrySelects.tsx'
import { SplitForm } from './SplitForm.tsx'
import type { LineActions } from './useLineActions.ts'
import { useMayMake } from './useMayMake.ts'

type EntryFormProps = {
  line: BankStatementLine
  currency: { code: string; decimals: number }
  actions: LineActions
}

/** For lines without a suggestion: an entry against an account, or a receipt or payment of a party. Choosing one closes the other. */
export function EntryForm({ line, currency, actions }: EntryFormProps) {
  const { t } = useTranslation('bankStatements')
  const [entry, setEntry] = useState(noEntry)
  const [party, setParty] = useState<string | null>(null)
  const [description, setDescription] = useState(line.description.slice(0, 200))
  const [isSplit, setIsSplit] = useState(false)
  const may = useMayMake()
  const isIn = line.amount > 0
  const parties = useOptions(optionsOf(isIn ? customers : suppliers)).data as Choosable[] | undefined
  const { account_id } = entry
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (party) actions.payParty(line, party)
    else if (account_id) actions.enter(line, { ...entry, account_id, description })
  }
  if (isSplit)
    return <SplitForm line={line} currency={currency} actions={actions} first={entry} described={description} />
  return (
    <form className={classes.form} onSubmit={submit}>
      {may.entry && (
        <>
          <EntrySelects
            value={entry}
            onChange={setEntry}
            named={(field) => ({ label: t(`entry.${field}`), autoFocus: field === 'account' })}
            disabled={party !== null}
          />
          <TextInput
            label={t('entry.description')}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            disabled={party !== null}
          />
        </>
      )}
      {may.voucher(line) && (
        <Select
          label={t(isIn ? 'entry.customer' : 'entry.supplier')}
          data={(parties ?? []).map(toSelectOption)}
          value={party}
          onChange={setParty}
          filter={matchFolded}
          searchable
          clearable
          disabled={account_id !== null}
          selectFirstOptionOnChange
        />
      )}
      <Button type="submit" loading={actions.isBusy} disabled={!account_id && !party}>
        {t(party ? (isIn ? 'entry.receipt' : 'entry.payment') : 'entry.save')}
      </Button>
      {may.entry && (
        <Button variant="subtle" disabled={party !== null} onClick={() => setIsSplit(true)}>
          {t('split.open')}
        </Button>
      )}
    </form>
  )
}
