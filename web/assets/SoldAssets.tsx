import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invoiceAssetCalls } from '#contract/assets/asset-work.ts'
import { request } from '../api/client.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { assetsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { ActionDrawer } from '../ui/drawer/ActionDrawer.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { NumberField } from '../ui/fields/NumberField.tsx'
import { FailedState } from '../ui/states/FailedState.tsx'
import classes from './Assets.module.css'

type NumberedAsset = { id: number; number: string; name: string; name_en: string | null }
type AssetSales = {
  candidates: (NumberedAsset & { cost: number; open: number })[]
  sold: (NumberedAsset & { proceeds: number })[]
}

/** The assets that an invoice sold, and the press by which one leaves for what the invoice brought. */
export function SoldAssets({ id }: { id: number }) {
  const { t } = useTranslation('assets')
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  const { show, dispose } = invoiceAssetCalls
  const answer = useQuery({
    queryKey: [show.path, 'answer', String(id)],
    queryFn: async ({ signal }) => (await request<{ data: AssetSales }>(show, { params: { id }, signal })).data,
    staleTime: 0,
  })
  if (answer.error) return <FailedState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return null
  const { candidates, sold } = answer.data
  const mayDispose = candidates.length > 0 && can(...dispose.admission)
  if (sold.length === 0 && !mayDispose) return null
  return (
    <section className={classes.section} aria-label={t('of_invoice')}>
      <div className={classes.row}>
        <h2>{t('of_invoice')}</h2>
        {mayDispose && (
          <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
            {t('actions.dispose_sold')}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {sold.map((asset) => (
          <li key={asset.id} className={classes.row}>
            <OpenLink to={`${assetsPath}/${asset.id}/view`} className="link">
              <Num>{asset.number}</Num>
            </OpenLink>
            <bdi>{localName(asset)}</bdi>
            <OwnAmount value={asset.proceeds} />
          </li>
        ))}
      </ul>
      {isOpen && (
        <ActionDrawer
          title={t('dispose_title')}
          call={dispose}
          params={{ id }}
          values={{
            asset_id: candidates.length === 1 ? String(candidates[0]?.id) : '',
            proceeds: '',
            cost: '',
            reason: '',
          }}
          saveLabel={t('actions.dispose')}
          onClose={() => {
            setIsOpen(false)
            void answer.refetch()
          }}
        >
          <p>{t('sold_detail')}</p>
          <ChoiceField
            name="asset_id"
            choices={candidates.map((one) => ({ value: String(one.id), label: `${one.number} ${localName(one)}` }))}
          />
          <NumberField name="proceeds" description={t('hints.all_open')} />
          <NumberField name="cost" description={t('hints.part')} />
        </ActionDrawer>
      )}
    </section>
  )
}
