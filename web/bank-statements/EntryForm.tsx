import { Button, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartCalls } from '#contract/chart.ts'
import type { BankStatementLine } from '#contract/imports/bank-line.ts'
import { customers, suppliers } from '#contract/parties.ts'
import { usePostableNodes } from '../accounting-ui/usePostableNodes.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import { type Choosable, toSelectOption } from '../ui/values/toSelectOption.ts'
import classes from './BankStatements.module.css'
import { TaxSelect } from './TaxSelect.tsx'
import type { LineActions } from './useLineActions.ts'
import { useMayMake } from './useMayMake.ts'

/** For lines without a suggestion: an entry against an account, or a receipt or payment of a party. */
export function EntryForm({ line, actions }: { line: BankStatementLine; actions: LineActions }) {
  const { t } = useTranslation('bankStatements')
  const [account, setAccount] = useState<string | null>(null)
  const [center, setCenter] = useState<string | null>(null)
  const [tax, setTax] = useState<string | null>(null)
  const [party, setParty] = useState<string | null>(null)
  const [description, setDescription] = useState(line.description.slice(0, 200))
  const may = useMayMake()
  const { choices } = usePostableNodes(chartCalls.accountOptions)
  const { choices: centers } = usePostableNodes(chartCalls.costCenterOptions)
  const resource = line.amount > 0 ? customers : suppliers
  const parties = useOptions(optionsOf(resource as never)).data as Choosable[] | undefined
  const isIn = line.amount > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (party) actions.payParty(line, party)
    else if (account) actions.enter(line, { account_id: account, cost_center_id: center, tax_id: tax, description })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {may.entry && (
        <>
          <Select
            label={t('entry.account')}
            data={[...choices]}
            value={account}
            onChange={setAccount}
            filter={matchFolded}
            searchable
            clearable
            autoFocus
            disabled={party !== null}
            selectFirstOptionOnChange
          />
          {centers.length > 0 && (
            <Select
              label={t('entry.cost_center')}
              data={[...centers]}
              value={center}
              onChange={setCenter}
              filter={matchFolded}
              searchable
              clearable
            />
          )}
          <TaxSelect value={tax} onChange={setTax} label={t('entry.tax')} />
          <TextInput
            label={t('entry.description')}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
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
          disabled={account !== null}
          clearable
          selectFirstOptionOnChange
        />
      )}
      <Button type="submit" loading={actions.isBusy} disabled={!account && !party}>
        {t(party ? (isIn ? 'entry.receipt' : 'entry.payment') : 'entry.save')}
      </Button>
    </form>
  )
}
