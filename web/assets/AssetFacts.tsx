import { useTranslation } from 'react-i18next'
import type { AssetRecord } from '#contract/assets/assets.ts'
import { moneyText } from '#contract/paper/money-text.ts'
import { useUser } from '../api/session.ts'
import { BidiText } from '../i18n/BidiText.tsx'
import { localName } from '../i18n/localName.ts'
import overview from '../overview/Overview.module.css'
import { OpenLink } from '../routes/OpenLink.tsx'
import { viewPath } from '../routes/paths.ts'
import { lawPath } from '../routes/public.ts'
import { Num } from '../ui/cells/Num.tsx'
import { DescriptionList, type Fact } from '../ui/fields/DescriptionList.tsx'

/** What an asset is, where it is, who has it, and how long it serves. */
export function AssetFacts({ asset }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  const word = (name: string) => t(`fields.asset.${name}`)
  const day = (value: string | null) => value && <Num>{value}</Num>
  const named = (value: string | null) => value && <bdi>{value}</bdi>
  const all: [string, Fact[1] | null | undefined][] = [
    [word('acquired_on'), day(asset.acquired_on)],
    [word('in_service_on'), day(asset.in_service_on)],
    [word('life_months'), asset.life_months !== null && <Life asset={asset} />],
    [word('life_units'), asset.life_units !== null && <Use asset={asset} />],
    [word('depreciated_to'), day(asset.depreciated_to)],
    [word('branch'), <bdi key="branch">{localName(asset.branch)}</bdi>],
    [word('cost_center_id'), asset.cost_center && <bdi>{localName(asset.cost_center)}</bdi>],
    [word('serial'), asset.serial && <Num>{asset.serial}</Num>],
    [word('place'), named(asset.place)],
    [word('keeper'), named(asset.keeper)],
    [t('source'), asset.document_id !== null && <FromBill id={asset.document_id} number={asset.document_number} />],
    [t('vat_adjustment'), asset.vat_adjustment && <VatQuestion asset={asset} />],
    [word('notes'), named(asset.notes)],
  ]
  const facts = all.flatMap(([name, said]): Fact[] => (said ? [[name, said]] : []))
  return <DescriptionList facts={facts} className={overview.facts} />
}

function Use({ asset: { life_units, reading, method } }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  return (
    <>
      <bdi>{t('reading_of', { reading: reading ?? 0, life: life_units ?? 0 })}</bdi> · {t(`methods.${method}`)}
    </>
  )
}

function Life({ asset: { life_months, life_end, method, declining_percent } }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  return (
    <>
      <Num>{life_months}</Num> · {t(`methods.${method}`)}
      {declining_percent !== null && (
        <>
          {' · '}
          <bdi>{t('declining_rate', { percent: declining_percent })}</bdi>
        </>
      )}
      {life_end && (
        <>
          {' · '}
          <bdi>{t('life_until', { day: life_end })}</bdi>
        </>
      )}
    </>
  )
}

/** What a change of taxable use would come to, and how sure the rule is. */
function VatQuestion({ asset: { acquired_on, vat, vat_adjustment: rule } }: { asset: AssetRecord }) {
  const { t } = useTranslation('assets')
  const { currency } = useUser().organization
  if (!rule) return null
  const amount = (value: number) => moneyText(value, currency)
  const question = { of: 'vat_adjustment', day: acquired_on, kind: rule.kind, vat: String(vat ?? 0) }
  return (
    <>
      <BidiText>
        {t('vat_question', {
          years: rule.years,
          until: rule.until,
          vat: amount(vat ?? 0),
          yearly: amount(rule.yearly),
        })}
      </BidiText>{' '}
      {rule.state === 'unconfirmed' && <BidiText>{t('law_unconfirmed', { source: t('sources.vat') })}</BidiText>}{' '}
      <OpenLink to={lawPath} search={question} className="link">
        {t('law_check')}
      </OpenLink>
    </>
  )
}

function FromBill({ id, number }: { id: number; number: string | null }) {
  const { t } = useTranslation('assets')
  return (
    <OpenLink to={viewPath('bill', id) ?? ''} className="link">
      <bdi>{t('from_bill', { number: number ?? id })}</bdi>
    </OpenLink>
  )
}
