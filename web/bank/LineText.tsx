import { useTranslation } from 'react-i18next'
import type { BankLine } from '#contract/bank.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './Bank.module.css'

/** What a line is known by: its number, and with whom or what for; what opened the books or revalued cash at least by its kind. */
export function LineText({ line }: { line: BankLine }) {
  const { t } = useTranslation(['bank', 'history'])
  const party = line.party === null ? null : localName({ name: line.party, name_en: line.party_en })
  return (
    <span className={classes.text}>
      <Num>{line.number ?? `${t('sheet.entry')} ${line.entry_number}`}</Num>
      <span className={classes.about}>
        <bdi>{party ?? line.description ?? t(`history:kinds.${line.kind}`)}</bdi>
      </span>
    </span>
  )
}
