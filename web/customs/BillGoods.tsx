import { ActionIcon, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customsCalls } from '#contract/documents/customs.ts'
import { decimal, parseDecimal, text } from '#ledger/money.ts'
import IconRemove from '~icons/tabler/x'
import { request } from '../api/client.ts'
import type { AnswerOf } from '../api/options.ts'
import { showFailure } from '../api/toasts.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useChoices } from '../ui/fields/useChoices.ts'
import type { Values } from '../ui/form/FormScope.ts'
import type { Lines } from '../ui/lines/useLines.ts'
import { matchFolded } from '../ui/values/matchFolded.ts'
import classes from './Customs.module.css'
import { type GoodsLine, isFilled } from './goodsLine.ts'
import type { ReferredBill } from './ReferredBill.ts'

type Goods = AnswerOf<typeof customsCalls.goods>
type BillGoodsProps = {
  form: UseFormReturnType<Values>
  lines: Lines<GoodsLine>
  bills: readonly ReferredBill[]
}

/** Which suppliers' bills were cleared: choosing one brings its stocked goods along, a product that is there adds up. */
export function BillGoods({ form, lines, bills: stored }: BillGoodsProps) {
  const { t } = useTranslation('customs')
  const [bills, setBills] = useState(stored)
  const { choices, setSearch, find } = useChoices<AnswerOf<typeof customsCalls.bills>>(customsCalls.bills)
  const put = (next: readonly ReferredBill[]) => {
    setBills(next)
    form.setFieldValue(
      'bill_ids',
      next.map((bill) => String(bill.id)),
    )
  }
  const choose = async (id: string | null) => {
    const bill = find(id)
    if (!bill || bills.some((own) => own.id === bill.id)) return
    try {
      const { data } = await request<{ data: Goods[] }>(customsCalls.goods, { query: { bill_id: bill.id } })
      put([...bills, { id: bill.id, number: bill.number }])
      addGoods(lines, data)
    } catch (error) {
      showFailure('update_failed', error)
    }
  }
  return (
    <div className={classes.bills} data-field="bill_ids">
      <Select
        label={t('actions.add_bill')}
        data={choices.filter(({ value }) => !bills.some((bill) => String(bill.id) === value))}
        value={null}
        onChange={(id) => void choose(id)}
        onSearchChange={setSearch}
        searchable
        openOnFocus={false}
        filter={matchFolded}
        limit={100}
        nothingFoundMessage={t('hints.none')}
      />
      {bills.length > 0 && (
        <ul className={classes.chosen} aria-label={t('sections.bills')}>
          {bills.map((bill) => (
            <li key={bill.id}>
              <Num>{bill.number}</Num>
              <ActionIcon
                size="sm"
                aria-label={t('actions.remove_bill', { number: bill.number })}
                onClick={() => put(bills.filter((own) => own.id !== bill.id))}
              >
                <IconRemove aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function addGoods(lines: Lines<GoodsLine>, goods: readonly Goods[]): void {
  const plus = (typed: string, figure: number) => text(decimal(parseDecimal(typed || '0') ?? '0').plus(figure))
  const left = new Map(goods.map((row) => [String(row.product_id), row]))
  lines.map((line) => {
    const more = left.get(line.product_id)
    left.delete(line.product_id)
    return more ? { ...line, quantity: plus(line.quantity, more.quantity), value: plus(line.value, more.value) } : line
  })
  const empty = lines.rows().filter((line) => !isFilled(line)).length
  for (let missing = left.size - empty; missing > 0; missing--) lines.add()
  const waiting = [...left.values()]
  lines.map((line) => {
    const row = isFilled(line) ? undefined : waiting.shift()
    if (!row) return line
    const { product_id, quantity, value } = row
    return { product_id: String(product_id), label: localName(row), quantity: String(quantity), value: String(value) }
  })
}
