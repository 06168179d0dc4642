import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import IconError from '~icons/tabler/alert-circle'
import classes from './Opening.module.css'

export const openingSteps = [
  'head',
  'lines',
  'receivables',
  'payables',
  'customer_credits',
  'supplier_credits',
  'stock',
] as const
export type OpeningStep = (typeof openingSteps)[number]

type OpeningStepsProps = {
  step: OpeningStep
  /** The number of rows in each table. */
  counts: Partial<Record<OpeningStep, number>>
  failed: ReadonlySet<OpeningStep>
  onStep: (step: OpeningStep) => void
}

/** The steps of the opening, each to be gone to at any time: what is in it, and whether something in it was refused. */
export function OpeningSteps({ step, counts, failed, onStep }: OpeningStepsProps) {
  const { t } = useTranslation('opening')
  return (
    <nav aria-label={t('steps.title')}>
      <ol className={classes.steps}>
        {openingSteps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={classes.step}
              aria-current={name === step ? 'step' : undefined}
              onClick={() => onStep(name)}
            >
              <span className={classes.mark} aria-hidden>
                {index + 1}
              </span>
              <span>{t(`sections.${name}`)}</span>
              {(counts[name] ?? 0) > 0 && <span className={classes.count}>{counts[name]}</span>}
              {failed.has(name) && <IconError role="img" aria-label={t('steps.failed')} className={classes.failed} />}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

type WalkProps = { step: OpeningStep; onStep: (step: OpeningStep) => void }

/** On to the next step, or back. */
export function WalkSteps({ step, onStep }: WalkProps) {
  const { t } = useTranslation('opening')
  const at = openingSteps.indexOf(step)
  const [before, after] = [openingSteps[at - 1], openingSteps[at + 1]]
  return (
    <div className={classes.walk}>
      <Button variant="default" disabled={!before} onClick={() => before && onStep(before)}>
        {t('steps.back')}
      </Button>
      <Button variant="default" disabled={!after} onClick={() => after && onStep(after)}>
        {t('steps.next')}
      </Button>
    </div>
  )
}

/** The step of an error's field: `receivables.2.amount` is in the receivables. */
export const stepOf = (path: string): OpeningStep =>
  openingSteps.find((name) => path === name || path.startsWith(`${name}.`)) ?? 'head'
