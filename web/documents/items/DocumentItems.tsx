import { Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from '#contract/documents/sides.ts'
import { text } from '#ledger/money.ts'
import { AvailableContext, useAvailable } from '../../accounting-ui/useAvailable.ts'
import { useUser } from '../../api/session.ts'
import { type LotScope, LotScopeContext } from '../../lots/LotScope.ts'
import { WorthFields } from '../../organization/WorthFields.tsx'
import type { SchemaForm } from '../../ui/form/useSchemaForm.ts'
import { useWatched } from '../../ui/form/useWatched.ts'
import { ColumnsMenu } from '../../ui/lines/ColumnsMenu.tsx'
import { LinesEditor } from '../../ui/lines/LinesEditor.tsx'
import { useLines } from '../../ui/lines/useLines.ts'
import { LivePaper } from '../beside/LivePaper.tsx'
import { useCostCenters } from '../useCostCenters.tsx'
import { LiveVerdict } from '../verdict/LiveVerdict.tsx'
import { DocumentDiscount, storedDiscount } from './DocumentDiscount.tsx'
import classes from './DocumentItems.module.css'
import { ItemScan } from './ItemScan.tsx'
import { emptyItem, type ItemRow } from './itemRow.ts'
import { pastedItems } from './pastedItems.ts'
import { TotalsFooter, totalsOf } from './TotalsFooter.tsx'
import { useDocumentCurrency } from './useDocumentCurrency.ts'
import { useItemColumns } from './useItemColumns.ts'
import { useItemTaxes } from './useItemTaxes.ts'
import { useListedPrices } from './useListedPrices.ts'
import { useRowDetails } from './useRowDetails.tsx'

type DocumentItemsProps = {
  side: Side
  form: SchemaForm
  isPosted: boolean
  awaitsStamp?: boolean
  /** An order never reaches the books: no months, no rate, nothing that the authority would say. */
  neverPosts?: boolean
  /** By advances, with their tax. */
  deducted?: string
}

/** The items table. Every row's tax follows the document's; a product brings its price along. */
export function DocumentItems(props: DocumentItemsProps) {
  const { side, form: documentForm, isPosted, awaitsStamp = false, neverPosts = false, deducted } = props
  const { t } = useTranslation(['documents', 'common'])
  const { form } = documentForm
  const centers = useCostCenters(form, side.document !== 'advance_invoice')
  const lines = useLines<ItemRow>(documentForm, 'items', () => ({ ...emptyItem(), ...centers.usual }))
  const alwaysTaxed = useUser().organization.row_tax_always_invoice
  const { taxId, facts, isTaxed } = useItemTaxes(documentForm, lines, { side: side.name, alwaysTaxed, isPosted })
  const currencyId = useWatched(form, 'currency_id')
  const currency = useDocumentCurrency({ side, currencyId, isPosted, awaitsStamp })
  const details = useRowDetails(documentForm, side.document !== 'advance_invoice' && !neverPosts)
  const { shown: withDetails, spread: withSpread, includesTax } = details
  const [discount, setDiscount] = useState(() => storedDiscount(form.getValues()))
  const dateField = neverPosts ? 'order_date' : side.dateField
  const listedOf = useListedPrices(documentForm, lines, { side, dateField, includesTax })
  const columns = useItemColumns({
    alwaysTaxed,
    trade: side.name,
    withUnits: side.document !== 'advance_invoice',
    facts,
    decimals: currency?.decimals ?? 2,
    withCostCenter: centers.shown,
    withDetails,
    withSpread,
    includesTax,
    taxId,
    listedOf,
    withReason: side.document === 'bill' && !neverPosts && lines.lines.some(({ row }) => row.order_line_id !== ''),
  })

  const document = { rows: lines.lines.map((line) => line.row), taxId, discount, includesTax }
  const scope = useLots(props)
  const leaving = side.document === 'invoice' ? lines.lines.map(({ row }) => row.product_id) : []
  const available = useAvailable(form, leaving)
  return (
    <RowScopes lots={scope} available={available}>
      <section className={classes.items} aria-label={t('sections.items')}>
        <ItemsHead usual={centers.usualChoice(lines)}>
          {details.controls}
          {centers.control}
        </ItemsHead>
        <ItemScan
          lines={lines}
          usual={centers.usual}
          confirmable={hasProduct}
          factsOf={() => ({ trade: side.name, rate: facts.current.rate, alwaysTaxed })}
        />
        <LinesEditor
          name="items"
          lines={lines}
          columns={columns}
          confirmable={hasProduct}
          onCells={(cells) => {
            const rows = pastedItems(cells, { ...facts.current, trade: side.name, alwaysTaxed })
            details.showFor(rows)
            lines.paste(rows, hasProduct)
          }}
          footer={
            <div className={classes.foot}>
              <DocumentDiscount onChange={setDiscount} />
              <TotalsFooter
                {...document}
                taxes={facts.current.taxes}
                isTaxed={isTaxed}
                currency={currency}
                deducted={deducted}
              />
            </div>
          }
        />
        {!neverPosts && <VerdictAndPaper {...document} side={side} taxes={facts.current.taxes} currency={currency} />}
        {side.document !== 'advance_invoice' && !neverPosts && (
          <WorthFields
            dateField={side.dateField}
            baseField="total_base"
            amount={text(totalsOf(document, currency?.decimals).total)}
          />
        )}
      </section>
    </RowScopes>
  )
}

type RowScopesProps = { lots: LotScope | null; available: ReturnType<typeof useAvailable>; children: ReactNode }

/** What the rows know of where their goods come from. */
const RowScopes = ({ lots, available, children }: RowScopesProps) => (
  <AvailableContext value={available}>
    <LotScopeContext value={lots}>{children}</LotScopeContext>
  </AvailableContext>
)

/** On which day and in which place goods come or leave; none do with an order, or with money before the supply. */
function useLots({ side, form: { form }, neverPosts = false }: DocumentItemsProps): LotScope | null {
  const date = useWatched(form, side.dateField)
  const place_id = useWatched(form, 'place_id')
  const moves = !neverPosts && side.document !== 'advance_invoice'
  return useMemo(
    () => (moves ? { way: side.name === 'sales' ? 'out' : 'in', date, place_id } : null),
    [moves, side, date, place_id],
  )
}

/** What follows the rows while they are typed: the verdict of the authority, and the paper. */
const VerdictAndPaper = (typed: ComponentProps<typeof LivePaper>) => (
  <>
    <LiveVerdict {...typed} />
    <LivePaper {...typed} />
  </>
)

/** The title of the items, and what their rows show on request. */
function ItemsHead({ usual, children }: { usual: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('documents')
  return (
    <div className={classes.head}>
      <Title order={2} size="h3">
        {t('sections.items')}
      </Title>
      <div className={classes.centers}>
        {usual}
        <ColumnsMenu>{children}</ColumnsMenu>
      </div>
    </div>
  )
}

const hasProduct = (row: ItemRow) => row.product_id !== ''
