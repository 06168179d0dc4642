import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupThousands } from '#ledger/group-thousands.ts'
import { type LawComputation, type LawField, lawComputations, recompute } from '#ledger/law/recompute.ts'
import { parseDecimal } from '#ledger/money.ts'
import { AuthCard } from '../auth/AuthCard.tsx'
import { PlainField } from '../auth/PlainField.tsx'
import plain from '../auth/plain.module.css'
import { today } from '../ui/today.ts'
import classes from './Law.module.css'

const names = Object.keys(lawComputations)

/** What the law fixes, by day, and a figure computed again in this browser from what its paper names. Nothing is sent. */
export function LawPage() {
  const { t } = useTranslation('law')
  const search = new URLSearchParams(location.search)
  const [name, setName] = useState(names.find((one) => one === search.get('of')) ?? names[0] ?? '')
  const own = lawComputations[name]
  return (
    <AuthCard title={t('title')} detail={t('detail')}>
      <div className={plain.form}>
        <Choice name="of" choices={names} labels="tables" value={name} onChange={setName} />
        {own && <Computation key={name} own={own} search={search} />}
        {own && <Versions own={own} name={name} />}
      </div>
    </AuthCard>
  )
}

type ComputationProps = { own: LawComputation; search: URLSearchParams }

function Computation({ own, search }: ComputationProps) {
  const { t } = useTranslation('law')
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(own.fields.map((field) => [field.name, search.get(field.name) ?? usualOf(field)])),
  )
  const wrong = own.fields.filter((field) => !isWritten(field, values[field.name] ?? ''))
  const found = wrong.length === 0 ? recompute(own, values) : null
  const change = (name: string) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  return (
    <>
      {own.fields.map((field) =>
        field.kind === 'choice' ? (
          <Choice
            key={field.name}
            name={field.name}
            choices={field.choices}
            labels="choices"
            value={values[field.name] ?? ''}
            onChange={change(field.name)}
          />
        ) : (
          <PlainField
            key={field.name}
            label={t(`fields.${field.name}`)}
            error={wrong.includes(field) ? t('not_a_figure') : ''}
            dir="ltr"
            type={field.kind === 'day' ? 'date' : 'text'}
            inputMode={field.kind === 'day' ? undefined : 'decimal'}
            value={values[field.name]}
            onChange={(event) => change(field.name)(event.currentTarget.value)}
          />
        ),
      )}
      {wrong.length === 0 && !found && <p role="alert">{t('before_law')}</p>}
      {found && (
        <dl className={classes.steps} aria-label={t('steps')}>
          {found.steps.map((step) => (
            <div key={step.name}>
              <dt>{t(`steps_of.${step.name}`)}</dt>
              <dd>
                <bdi dir="ltr">
                  {step.formula} = <strong>{groupThousands(step.value)}</strong>
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** The versions of a table: from which day, by which article, and whether its text was read. */
function Versions({ own, name }: { own: LawComputation; name: string }) {
  const { t } = useTranslation('law')
  return (
    <section>
      <h2 className={classes.heading}>{t('versions')}</h2>
      <ul className={classes.versions}>
        {own.table.map(({ from, state, source }) => (
          <li key={from}>
            <bdi>{t('from_day', { day: from })}</bdi> · <bdi>{t(`sources.${name}`, { defaultValue: source })}</bdi> ·{' '}
            <span data-state={state}>{t(`states.${state}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ChoiceProps = {
  name: string
  choices: readonly string[]
  labels: 'tables' | 'choices'
  value: string
  onChange: (value: string) => void
}

function Choice({ name, choices, labels, value, onChange }: ChoiceProps) {
  const { t } = useTranslation('law')
  return (
    <div className={plain.field}>
      <label htmlFor={`law-${name}`}>{t(`fields.${name}`)}</label>
      <div className={plain.control}>
        <select
          id={`law-${name}`}
          className={plain.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {t(`${labels}.${one}`)}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

const usualOf = ({ kind, usual }: LawField): string => (kind === 'day' ? today() : usual)
const isWritten = (field: LawField, value: string): boolean => {
  if (field.kind === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  if (field.kind === 'choice') return field.choices.includes(value)
  return parseDecimal(value) !== null && (field.kind !== 'count' || /^\d+$/.test(value))
}
