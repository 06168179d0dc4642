import { useTranslation } from 'react-i18next'
import { products } from '#contract/catalog.ts'
import { formatPlain } from '#contract/paper/format-number.ts'
import { overviewCalls, type ProductOverview } from '#contract/reports/overviews.ts'
import { reportPath, reportPermission } from '#contract/reports/report-index.ts'
import { decimal } from '#ledger/money.ts'
import { wholeUnits } from '#ledger/unit.ts'
import IconCard from '~icons/tabler/list-details'
import IconUnits from '~icons/tabler/packages'
import IconEdit from '~icons/tabler/pencil'
import IconPlus from '~icons/tabler/plus'
import type { RecordOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import { priceIn, unitLabel } from '../catalog/unitChoices.ts'
import { localName } from '../i18n/localName.ts'
import { LabelsButton } from '../labels/LabelsButton.tsx'
import { ProductLots } from '../lots/ProductLots.tsx'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { productUnitsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import { LoadingState } from '../ui/states/LoadingState.tsx'
import { AllOfThem } from './AllOfThem.tsx'
import { FigureStrip } from './FigureStrip.tsx'
import { LinkButton } from './LinkButton.tsx'
import { MoveTable } from './MoveTable.tsx'
import { OverviewFrame } from './OverviewFrame.tsx'
import { OverviewPart } from './OverviewPart.tsx'
import { RecordMonths } from './RecordMonths.tsx'
import { UsualTable } from './UsualTable.tsx'
import { useOverview } from './useOverview.ts'

type Product = RecordOf<typeof products>

/** A product: its stock with its value, prices, sales by month, last moves, and who buys it. */
export function ProductViewPage() {
  return (
    <RecordPage resource={products} list="/inventory/products">
      {(record) => <ProductView record={record} />}
    </RecordPage>
  )
}

function ProductView({ record }: { record: Product }) {
  const { t } = useTranslation(['overview', 'catalog'])
  const overview = useOverview(overviewCalls.product, record.id)
  const data = overview.data as ProductOverview | undefined
  const path = `/inventory/products/${record.id}`
  return (
    <OverviewFrame
      title={localName(record)}
      status={record.status}
      code={record.code}
      kind={[record.type, record.category].map(localName).join(' · ')}
      actions={
        <>
          <LinkButton to={path} icon={<IconEdit aria-hidden />}>
            {t('common:actions.edit')}
          </LinkButton>
          {record.quantity !== null && (
            <LinkButton
              to="/reports/stock-card"
              search={{ product_id: String(record.id) }}
              icon={<IconCard aria-hidden />}
            >
              {t('actions.stock_card')}
            </LinkButton>
          )}
          <LabelsButton
            product_ids={[record.id]}
            units={record.units.map((unit) => ({ value: String(unit.id), label: unitLabel(unit) }))}
          />
          {record.units.length === 0 && <UnitsLink id={record.id} word={t('actions.add_unit')} />}
          <LinkButton
            to="/sales/invoices/create"
            search={{ product: String(record.id) }}
            icon={<IconPlus aria-hidden />}
            isMain
          >
            {t('actions.invoice')}
          </LinkButton>
        </>
      }
    >
      <ProductFigures record={record} overview={data} />
      {data && <ProductParts id={record.id} overview={data} />}
      {!data &&
        (overview.error ? (
          <FailedState error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <LoadingState />
        ))}
      {record.barcodes.length > 0 && (
        <OverviewPart title={t('catalog:fields.product.barcodes')}>
          <Num>{record.barcodes.join('  ')}</Num>
        </OverviewPart>
      )}
      <LotsPart record={record} />
      <ProductUnits record={record} />
      {record.description && (
        <OverviewPart title={t('common:fields.description')}>
          <bdi>{record.description}</bdi>
        </OverviewPart>
      )}
    </OverviewFrame>
  )
}

/** Units are shown once there are any; before, the page offers to add one. */
function UnitsLink({ id, word }: { id: number; word: string }) {
  const can = useCan()
  if (!can('list-product')) return null
  return (
    <LinkButton to={productUnitsPath} search={{ product_id: String(id) }} icon={<IconUnits aria-hidden />}>
      {word}
    </LinkButton>
  )
}

function LotsPart({ record: { id, tracking } }: { record: Product }) {
  const { t } = useTranslation('overview')
  const can = useCan()
  if (tracking === 'none' || !can(reportPermission('stock_by_lot'))) return null
  const all = <AllOfThem to={reportPath('stock_by_lot')} search={{ product_id: String(id) }} />
  return (
    <OverviewPart title={t('parts.lots')} more={all}>
      <ProductLots product_id={id} />
    </OverviewPart>
  )
}

/** Each unit with what it holds and costs, and how many of it are in stock. */
function ProductUnits({ record }: { record: Product }) {
  const { t } = useTranslation('overview')
  if (record.units.length === 0) return null
  const own = localName(record.unit)
  return (
    <OverviewPart
      title={t('parts.units')}
      more={<AllOfThem to={productUnitsPath} search={{ product_id: String(record.id) }} />}
    >
      <ul>
        {record.units.map((unit) => (
          <li key={unit.id}>
            <bdi>{unitLabel(unit)}</bdi> · {t('units.price')}{' '}
            <OwnAmount value={decimal(priceIn(record, unit, 'sales'))} />
            {record.quantity !== null && record.quantity > 0 && (
              <>
                {' · '}
                <InStock quantity={record.quantity} content={unit.content} unit={localName(unit)} own={own} />
              </>
            )}
          </li>
        ))}
      </ul>
    </OverviewPart>
  )
}

type InStockProps = { quantity: number; content: number; unit: string; own: string }

function InStock({ quantity, content, unit, own }: InStockProps) {
  const { t } = useTranslation('overview')
  const { units, rest } = wholeUnits(quantity, content)
  const words = { units: formatPlain(units), unit, rest: formatPlain(rest), own }
  return <span>{t(rest.eq(0) ? 'units.whole' : 'units.and_rest', words)}</span>
}

function ProductFigures({ record, overview }: { record: Product; overview: ProductOverview | undefined }) {
  const { t } = useTranslation(['overview', 'catalog'])
  const stock = overview?.stock
  const card = { to: '/reports/stock-card', search: { product_id: String(record.id) } }
  const figures = [
    {
      label: t('figures.quantity'),
      ...(record.quantity !== null && card),
      value: record.quantity === null ? t('catalog:unlimited') : <Num>{formatPlain(record.quantity)}</Num>,
    },
    ...(stock
      ? [
          { label: t('figures.stock_value'), value: <OwnAmount value={stock.value} />, ...card },
          ...(stock.unit_cost === null
            ? []
            : [{ label: t('figures.unit_cost'), value: <Num>{formatPlain(stock.unit_cost)}</Num> }]),
        ]
      : []),
    { label: t('figures.sale_price'), value: <Num>{formatPlain(record.sale_price)}</Num> },
    { label: t('figures.purchase_price'), value: <Num>{formatPlain(record.purchase_price)}</Num> },
    ...(overview?.last_activity
      ? [{ label: t('figures.last_activity'), value: <Num>{overview.last_activity}</Num> }]
      : []),
  ]
  return <FigureStrip label={t('figures.title')} figures={figures} />
}

function ProductParts({ id, overview: { months, moves, buyers } }: { id: number; overview: ProductOverview }) {
  const { t } = useTranslation('overview')
  const search = { product_id: String(id) }
  return (
    <>
      {months && (
        <OverviewPart title={t('parts.months_sales')} wide>
          <RecordMonths
            months={months.map(({ month, net }) => ({ month, value: net }))}
            name={t('figures.year_sales')}
            to="/reports/sales-details"
            search={search}
            none={t('none.months')}
          />
        </OverviewPart>
      )}
      {moves && (
        <OverviewPart title={t('parts.moves')} more={<AllOfThem to="/reports/stock-card" search={search} />}>
          <MoveTable moves={moves} />
        </OverviewPart>
      )}
      {buyers && (
        <OverviewPart title={t('parts.buyers')} more={<AllOfThem to="/reports/sales-details" search={search} />}>
          <UsualTable
            rows={buyers}
            head={t('columns.customer')}
            pathOf={(party) => `/sales/customers/${party}/view`}
            none={t('none.buyers')}
          />
        </OverviewPart>
      )}
    </>
  )
}
