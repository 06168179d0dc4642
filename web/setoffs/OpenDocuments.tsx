import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { FigureInput } from '../ui/fields/FigureInput.tsx'
import classes from './SetOffs.module.css'
import type { SetOffSide } from './useSides.ts'

type OpenDocumentsProps = { side: SetOffSide; currency: { code: string; decimals: number } | undefined }

/** One side's open documents, the oldest due first, and how much of each is settled. */
export function OpenDocuments({ side, currency }: OpenDocumentsProps) {
  const { t } = useTranslation('setoffs')
  const { list, open, amounts, total, put, fieldOf, errorOf } = side
  return (
    <section className={classes.side} aria-label={t(`sections.${list}`)}>
      <Title order={2} size="h3">
        {t(`sections.${list}`)}
      </Title>
      {open.length === 0 && <p className={classes.hint}>{t('sections.none')}</p>}
      <ul className={classes.rows}>
        {open.map((document) => {
          const number = String(document[side.side.numberField])
          const error = errorOf(document.id)
          return (
            <li key={document.id} className={classes.row}>
              <span className={classes.document}>
                <Num>{number}</Num>
                <span className={classes.quiet}>
                  <Num>{document.due_date}</Num>
                </span>
                <span className={classes.quiet}>
                  {t('open')} <Amount value={document.remaining_amount} currency={currency} />
                </span>
              </span>
              <FigureInput
                aria-label={`${t('fields.set_off.amount')} ${number}`}
                data-field={fieldOf(document.id)}
                error={error}
                decimals={currency?.decimals}
                value={amounts[document.id] ?? ''}
                onChange={(amount) => put(document.id, amount)}
              />
            </li>
          )
        })}
      </ul>
      <p className={classes.total} aria-live="polite">
        {t('total')} <Amount value={total} currency={currency} />
      </p>
    </section>
  )
}
