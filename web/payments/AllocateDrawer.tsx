import { useTranslation } from 'react-i18next'
import { documents } from '#contract/document-calls.ts'
import type { Call } from '#contract/kit/resource.ts'
import type { Side } from '#contract/sides.ts'
import { fillable } from '#ledger/allocation.ts'
import { parseDecimal, text } from '#ledger/money.ts'
import { useFreshOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { NumberField } from '../kit/fields/NumberField.tsx'
import { FormScope, useFormScope } from '../kit/form/FormScope.ts'
import { FailedState } from '../kit/states/FailedState.tsx'
import { LoadingState } from '../kit/states/LoadingState.tsx'
import { ActionDrawer } from './ActionDrawer.tsx'
import classes from './Advance.module.css'
import type { OpenDocument } from './referenceRow.ts'

type Currency = { code: string; decimals: number }
type AllocateDrawerProps = {
  side: Side
  call: Call
  id: number
  partyId: number
  currencyId: number
  currency: Currency
  available: string
  version: number
  onClose: () => void
}
type Row = { reference_id: string; amount: string }

/** The open documents of the party, the oldest due first, and how much of the advance each takes. */
export function AllocateDrawer(props: AllocateDrawerProps) {
  const { side, call, id, partyId, currencyId, currency, available, version, onClose } = props
  const { t } = useTranslation('payments')
  const options = useFreshOptions(optionsOf(documents[side.document]), { [side.partyField]: String(partyId) })
  if (options.error) return <FailedState error={options.error} onRetry={() => void options.refetch()} />
  if (options.isFetching || !options.data) return <LoadingState />
  const open = (options.data as unknown as OpenDocument[]).filter(
    (document) => document.remaining_amount > 0 && document.currency_id === currencyId,
  )
  if (open.length === 0) return <p className={classes.empty}>{t('advance.nothing_open')}</p>
  return (
    <ActionDrawer
      title={t('advance.allocate')}
      call={call}
      params={{ id }}
      values={{ references: filled(open, available), version }}
      toBody={({ references, ...rest }) => ({
        ...rest,
        references: (references as Row[]).filter(({ amount }) => amount.trim() !== '' && parseDecimal(amount) !== '0'),
      })}
      saveLabel={t('advance.allocate')}
      onClose={onClose}
    >
      <p className={classes.available}>
        {t('advance.available')} <Amount value={Number(available)} currency={currency} />
      </p>
      {open.map((document, index) => (
        <DocumentRow
          key={document.id}
          prefix={`references.${index}.`}
          number={String(document[side.numberField])}
          document={document}
          currency={currency}
        />
      ))}
    </ActionDrawer>
  )
}

/** Proposes the oldest due first, until nothing is left. */
function filled(open: readonly OpenDocument[], available: string): Row[] {
  const taken: string[] = []
  return open.map((document) => {
    const amount = text(fillable(document.remaining_amount, available, taken))
    taken.push(amount)
    return { reference_id: String(document.id), amount: amount === '0' ? '' : amount }
  })
}

type DocumentRowProps = { prefix: string; number: string; document: OpenDocument; currency: Currency }

function DocumentRow({ prefix, number, document, currency }: DocumentRowProps) {
  const scope = useFormScope()
  return (
    <FormScope value={{ ...scope, prefix }}>
      <div className={classes.row}>
        <span className={classes.document}>
          <Num>{number}</Num>
          <span className={classes.due}>
            <Num>{document.due_date}</Num>
          </span>
          <Amount value={document.remaining_amount} currency={currency} />
        </span>
        <NumberField name="amount" />
      </div>
    </FormScope>
  )
}
