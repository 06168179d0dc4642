import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GoodsToBear, landedCostCalls } from '#contract/documents/landed-costs.ts'
import { formatNumber } from '#contract/paper/format-number.ts'
import { costBases } from '#ledger/goods/landed-cost.ts'
import { request } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import { localName } from '../i18n/localName.ts'
import { PreviewButton } from '../preview/PreviewButton.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/DateField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { useFormScope } from '../ui/form/FormScope.ts'
import { useWatched } from '../ui/form/useWatched.ts'
import { FailedState } from '../ui/states/FailedState.tsx'
import { today } from '../ui/today.ts'
import { BearingGoods, bearerKey, type Weights } from './BearingGoods.tsx'
import { GoodsSources } from './GoodsSources.tsx'
import type { LandableRow } from './landableRow.ts'

/** All that is left of the row, or a part of it. */
function PartOfRow({ rows }: { rows: readonly LandableRow[] }) {
  const { t } = useTranslation('landed')
  const { form } = useFormScope()
  const { decimals } = useUser().organization.currency
  const line = useWatched(form, 'line_number')
  const left = rows.find(({ line_number }) => String(line_number) === line)?.left
  const description = left === undefined ? undefined : t('hints.left', { left: formatNumber(left, decimals) })
  return <NumberField name="amount" decimals={decimals} description={description} />
}

type DrawerProps = { id: number; rows: readonly LandableRow[]; onClose: () => void }

/** Spreads the cost of a row: over which goods, by what, and what each bears. */
export function LandedCostDrawer({ id, rows, onClose }: DrawerProps) {
  const { t } = useTranslation('landed')
  const { land, preview, goods, bills: billCall, receipts: receiptCall } = landedCostCalls
  const [bills, setBills] = useState<string[]>([])
  const [receipts, setReceipts] = useState<string[]>([])
  const [weights, setWeights] = useState<Weights>({})
  const answer = useQuery({
    queryKey: [goods.path, bills, receipts],
    enabled: bills.length + receipts.length > 0,
    queryFn: async ({ signal }) => {
      const query = {
        ...(bills.length > 0 && { bill_id: bills.join(',') }),
        ...(receipts.length > 0 && { goods_receipt_id: receipts.join(',') }),
      }
      return (await request<{ data: GoodsToBear[] }>(goods, { query, signal })).data
    },
    staleTime: 0,
  })
  const arrived = bills.length + receipts.length > 0 ? (answer.data ?? null) : null
  // What is sent is what is shown, whenever the form asks.
  const shown = useRef({ arrived, weights })
  shown.current = { arrived, weights }
  const choices = rows.map((row) => ({ value: String(row.line_number), label: localName(row) }))
  return (
    <ActionDrawer
      title={t('land_title')}
      call={land}
      params={{ id }}
      values={{
        line_number: choices.length === 1 ? (choices[0]?.value ?? '') : '',
        date: today(),
        amount: '',
        basis: '',
        goods: [],
      }}
      toBody={(values) => ({
        ...values,
        goods: (shown.current.arrived ?? []).map((row) => ({
          bill_id: row.bill_id ?? '',
          goods_receipt_id: row.goods_receipt_id ?? '',
          line_number: row.line_number,
          weight: values.basis === 'weight' ? (shown.current.weights[bearerKey(row)] ?? '') : '',
        })),
      })}
      saveLabel={t('actions.land')}
      actionsOf={(form) => <PreviewButton form={form} call={preview} params={{ id }} saveLabel={t('actions.land')} />}
      onClose={onClose}
    >
      <p>{t('land_detail')}</p>
      <ChoiceField name="line_number" choices={choices} />
      <PartOfRow rows={rows} />
      <DateField name="date" description={t('hints.date')} />
      <ChoiceField name="basis" choices={costBases.map((value) => ({ value, label: t(`bases.${value}`) }))} />
      <GoodsSources label={t('fields.landed_cost.bills')} call={billCall} value={bills} onChange={setBills} />
      <GoodsSources
        label={t('fields.landed_cost.receipts')}
        call={receiptCall}
        value={receipts}
        onChange={setReceipts}
      />
      {answer.error && <FailedState error={answer.error} onRetry={() => void answer.refetch()} />}
      <BearingGoods rows={rows} arrived={arrived} weights={weights} onWeigh={setWeights} />
    </ActionDrawer>
  )
}
