import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetWorkCalls } from '#contract/assets/asset-work.ts'
import IconCamera from '~icons/tabler/camera'
import { ApiError } from '../api/ApiError.ts'
import { request } from '../api/client.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { OpenLink } from '../routes/OpenLink.tsx'
import { assetsPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'
import { useDownload } from '../ui/export/useDownload.ts'
import { DayInput } from '../ui/fields/DayInput.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { ScanDialog } from '../ui/scan/ScanDialog.tsx'
import { today } from '../ui/today.ts'
import classes from './Assets.module.css'

type CountedAsset = {
  id: number
  number: string
  name: string
  name_en: string | null
  place: string | null
  seen_at?: string | null
}
type Taking = Record<'found' | 'elsewhere' | 'missing', CountedAsset[]>
type Seen = { asset: CountedAsset; verdict: 'found' | 'elsewhere' | 'again' }

/** Stock-taking of assets: labels are read by the camera or typed, and what was not seen since a day is missing. */
export function StockTakingPage() {
  const { t } = useTranslation('assets')
  const can = useCan()
  const [since, setSince] = useState(today())
  const [place, setPlace] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [said, setSaid] = useState('')
  const answer = useCallQuery(assetWorkCalls.taking, { since })
  const labels = useDownload(assetWorkCalls.labels)
  const taking = answer.data as Taking | undefined
  if (!taking) return <LoadingPage of={answer} />
  const see = async (code: string) => {
    try {
      const { data } = await request<{ data: Seen }>(assetWorkCalls.see, { body: { code, place } })
      setSaid(t(`taking.${data.verdict}_one`, { number: data.asset.number, name: localName(data.asset) }))
      void answer.refetch()
    } catch (error) {
      setSaid(error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : t('taking.failed'))
    }
  }
  return (
    <>
      <PageHeader title={t('taking.title')} detail={t('taking.detail')}>
        <Button variant="default" loading={labels.isBusy} onClick={() => void labels.start({})}>
          {t('actions.labels')}
        </Button>
        {can(...assetWorkCalls.see.admission) && (
          <Button leftSection={<IconCamera aria-hidden />} onClick={() => setIsOpen(true)}>
            {t('taking.scan')}
          </Button>
        )}
      </PageHeader>
      <div className={classes.choices}>
        <DayInput label={t('taking.since')} value={since} maxDate={today()} onChange={(day) => day && setSince(day)} />
        <TextInput
          label={t('taking.here')}
          description={t('taking.here_hint')}
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
      </div>
      {(['missing', 'elsewhere', 'found'] as const).map((name) => (
        <TakenList key={name} name={name} assets={taking[name]} />
      ))}
      {isOpen && (
        <ScanDialog title={t('taking.scan')} onCode={(code) => void see(code)} onClose={() => setIsOpen(false)}>
          <bdi>{said}</bdi>
        </ScanDialog>
      )}
    </>
  )
}

function TakenList({ name, assets }: { name: keyof Taking; assets: readonly CountedAsset[] }) {
  const { t } = useTranslation('assets')
  return (
    <section className={classes.part} aria-label={t(`taking.${name}`)}>
      <h2>
        {t(`taking.${name}`)} <Num>{assets.length}</Num>
      </h2>
      {assets.length === 0 && <p className={classes.muted}>{t('taking.none')}</p>}
      <ul className={classes.list}>
        {assets.map((asset) => (
          <li key={asset.id} className={classes.row}>
            <OpenLink to={`${assetsPath}/${asset.id}/view`} className="link">
              <Num>{asset.number}</Num>
            </OpenLink>
            <bdi>{localName(asset)}</bdi>
            {asset.place && <bdi className={classes.muted}>{asset.place}</bdi>}
            {asset.seen_at && <bdi>{t('taking.seen_at', { place: asset.seen_at })}</bdi>}
          </li>
        ))}
      </ul>
    </section>
  )
}
