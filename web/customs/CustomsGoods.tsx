import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { groupThousands } from '#ledger/group-thousands.ts'
import { decimal, parseDecimal, sum } from '#ledger/money.ts'
import { useOptions } from '../api/options.ts'
import { optionsOf } from '../api/optionsOf.ts'
import { useUser } from '../api/session.ts'
import documentClasses from '../documents/items/DocumentItems.module.css'
import { localName } from '../i18n/localName.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import { useChoices } from '../ui/fields/useChoices.ts'
import type { SchemaForm } from '../ui/form/useSchemaForm.ts'
import type { LineCell, LineColumn } from '../ui/lines/LineColumn.ts'
import { LineSelect } from '../ui/lines/LineSelect.tsx'
import { LinesEditor } from '../ui/lines/LinesEditor.tsx'
import type { Lines } from '../ui/lines/useLines.ts'
import { BillGoods } from './BillGoods.tsx'
import classes from './Customs.module.css'
import { type GoodsLine, isFilled } from './goodsLine.ts'
import { pastedGoods } from './pastedGoods.ts'
import type { ReferredBill } from './ReferredBill.ts'

type CustomsGoodsProps = { form: SchemaForm; lines: Lines<GoodsLine>; bills: readonly ReferredBill[] }

/** The goods that bear the duty, from suppliers' bills or chosen one by one. */
export function CustomsGoods({ form: { form }, lines, bills }: CustomsGoodsProps) {
  const { t } = useTranslation('customs')
  const { currency } = useUser().organization
  const catalog = useOptions(optionsOf(products)).data as Parameters<typeof pastedGoods>[1] | undefined
  const columns = useMemo(() => goodsColumns(currency.decimals), [currency.decimals])
  const value = sum(lines.lines.map(({ row }) => decimal(parseDecimal(row.value || '0') ?? '0')))
  return (
    <section className={documentClasses.items} aria-label={t('sections.goods')}>
      <div>
        <Title order={2} size="h3">
          {t('sections.goods')}
        </Title>
        <p className={classes.hint}>{t('sections.goods_detail')}</p>
      </div>
      <BillGoods form={form} lines={lines} bills={bills} />
      <LinesEditor
        name="lines"
        lines={lines}
        columns={columns}
        confirmable={isFilled}
        onCells={(cells) => lines.paste(pastedGoods(cells, catalog ?? []), isFilled)}
        footer={
          <dl className={documentClasses.totals} aria-live="polite">
            <div>
              <dt>{t('fields.customs_declaration.value')}</dt>
              <dd>
                <Amount value={value} currency={currency} />
              </dd>
            </div>
          </dl>
        }
      />
    </section>
  )
}

const goodsColumns = (decimals: number): readonly LineColumn<GoodsLine>[] => [
  {
    name: 'product_id',
    read: (row) => <bdi>{row.label}</bdi>,
    edit: (cell) => <ProductChoice cell={cell} />,
  },
  ...(
    [
      ['quantity', 0],
      ['value', decimals],
    ] as const
  ).map(([name, least]) => ({
    name,
    width: '150px',
    figures: true as const,
    read: (row: GoodsLine) => <Num>{groupThousands(row[name], least)}</Num>,
    edit: ({ row, change, control }: LineCell<GoodsLine>) => (
      <FigureInput {...control} decimals={least} value={row[name]} onChange={(typed) => change({ [name]: typed })} />
    ),
  })),
]

function ProductChoice({ cell: { row, change, control } }: { cell: LineCell<GoodsLine> }) {
  const known = row.product_id === '' ? null : { id: Number(row.product_id), name: row.label }
  const { choices, setSearch, find } = useChoices(optionsOf(products), known)
  return (
    <LineSelect
      control={control}
      value={row.product_id}
      choices={choices}
      onSearch={setSearch}
      unknown={row.label}
      onChange={(id) => {
        const product = find(id)
        change({ product_id: id, label: product ? localName(product) : row.label })
      }}
    />
  )
}
