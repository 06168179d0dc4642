import { useTranslation } from 'react-i18next'
import { BidiText } from '../i18n/BidiText.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { Num } from '../ui/cells/Num.tsx'
import type { VatPeriod } from './VatPeriod.ts'

/** The entry that filing posted, in the journal of its day. */
export function SettlementLink({ settlement }: { settlement: NonNullable<VatPeriod['settlement']> }) {
  const { t } = useTranslation('vat')
  const { entry_number, entry_date } = settlement
  return (
    <BidiText>
      {t('settlement')}{' '}
      <OpenLink
        to="/reports/journal"
        search={{ from: entry_date, to: entry_date, kind: 'vat_settlement' }}
        className="link"
      >
        <Num>{String(entry_number)}</Num>
      </OpenLink>
    </BidiText>
  )
}
