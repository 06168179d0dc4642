import { useTranslation } from 'react-i18next'
import type { ClosingStepState, MonthClose } from '#contract/closing/month-close.ts'
import { stepParams } from '#contract/closing/step-params.ts'
import IconDone from '~icons/tabler/circle-check-filled'
import IconOpen from '~icons/tabler/circle-dashed'
import IconNone from '~icons/tabler/circle-minus'
import { stepAddress } from '../accounting-ui/stepAddress.ts'
import { localName } from '../i18n/localName.ts'
import { OwnAmount } from '../organization/OwnAmount.tsx'
import { OpenLink } from '../routes/OpenLink.tsx'
import { instantText } from '../sharing/instantText.ts'
import { Num } from '../ui/cells/Num.tsx'
import classes from './MonthClose.module.css'

const icons = { done: IconDone, open: IconOpen, none: IconNone }

/** A step: its state, its facts of the month, the person, and the link to its page. */
export function ClosingStepRow({ step, month }: { step: ClosingStepState; month: MonthClose }) {
  const { t } = useTranslation('monthClose')
  const { name, state, by, at } = step
  const Icon = icons[state]
  const address = stepAddress(name, month)
  return (
    <li className={classes.step} data-state={state}>
      <Icon className={classes.state} aria-hidden />
      <div className={classes.text}>
        <h3>
          {t(`steps.${name}.title`)} <span className={classes.word}>{t(`states.${state}`)}</span>
        </h3>
        <p>
          <bdi>{t(`steps.${name}.${state}`, stepParams(step))}</bdi>
        </p>
        <StepParts step={step} month={month} />
        {by && at && state === 'done' && (
          <p className={classes.by}>
            <bdi>{t('by', { by })}</bdi> <Num>{instantText(at)}</Num>
          </p>
        )}
      </div>
      {step.amount !== null && (
        <span className={classes.amount}>
          <OwnAmount value={step.amount} />
        </span>
      )}
      {address && (
        <OpenLink to={address.to} search={address.search} className={`link ${classes.way}`} plain={classes.none}>
          {t(`steps.${name}.way`)}
        </OpenLink>
      )}
    </li>
  )
}

function StepParts({ step: { name, parts }, month }: { step: ClosingStepState; month: MonthClose }) {
  const { t } = useTranslation('monthClose')
  if (parts.length === 0) return null
  return (
    <ul className={classes.parts}>
      {parts.map((part) => {
        if (part.name !== null)
          return (
            <li key={part.id} data-late={(part.day ?? '') < month.to || undefined}>
              <bdi>{localName({ name: part.name, name_en: part.name_en })}</bdi>{' '}
              <span>{part.day ? <bdi>{t('reconciled', { day: part.day })}</bdi> : t('never_reconciled')}</span>
            </li>
          )
        const address = stepAddress(name, month, part.kind)
        const words = `${t(`parts.${part.kind as 'invoice'}`)} (${part.count})`
        return (
          <li key={part.kind}>
            {address ? (
              <OpenLink to={address.to} search={address.search} className="link">
                <bdi>{words}</bdi>
              </OpenLink>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ul>
  )
}
