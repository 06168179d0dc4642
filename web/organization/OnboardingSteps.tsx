import { useTranslation } from 'react-i18next'
import IconDone from '~icons/tabler/check'
import classes from './OnboardingSteps.module.css'

type OnboardingStepsProps = { step: number; complete: readonly boolean[]; onStep: (step: number) => void }
const names = ['organization', 'branch'] as const

/** The steps and the current one; earlier and completed steps can be opened again. */
export function OnboardingSteps({ step, complete, onStep }: OnboardingStepsProps) {
  const { t } = useTranslation('organization')
  return (
    <nav aria-label={t('onboarding.steps')}>
      <ol className={classes.steps}>
        {names.map((name, index) => {
          const state = index === step ? 'current' : complete[index] ? 'complete' : 'pending'
          return (
            <li key={name}>
              <button
                type="button"
                className={classes.step}
                data-state={state}
                aria-current={state === 'current' ? 'step' : undefined}
                disabled={index > step && !complete[index] && !complete[index - 1]}
                onClick={() => onStep(index)}
              >
                <span className={classes.mark} aria-hidden>
                  {complete[index] && index !== step ? <IconDone /> : index + 1}
                </span>
                <span>
                  <span className={classes.name}>{t(`onboarding.${name}`)}</span>
                  <span className={classes.detail}>{t(`onboarding.state_${state}`)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
