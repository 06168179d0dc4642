import { Checkbox, Input } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webhookEvents, webhookReads } from '#contract/access/webhooks.ts'
import { useCan } from '../api/useCan.ts'
import { useField } from '../ui/form/useField.ts'
import classes from './Webhooks.module.css'

const every = Object.values(webhookEvents).flat()

/** Which events go to the address, by the record they happen to. */
export function EventsField() {
  const { t } = useTranslation('webhooks')
  const { form, path, label, control } = useField('events')
  const can = useCan()
  /** What the user may not read is not sent outside by them. */
  const isHidden = (record: string) => !can(webhookReads[record] ?? '')
  const readable = every.filter((event) => !isHidden(event.split('.')[0] as string))
  const [chosen, setChosen] = useState<readonly string[]>(() => (form.getValues()[path] as string[]) ?? [])
  const set = (events: readonly string[], on: boolean) => {
    const next = every.filter((event) => (events.includes(event) ? on : chosen.includes(event)))
    setChosen(next)
    form.setFieldValue(path, next)
  }
  const state = (events: readonly string[]) => ({
    checked: events.every((event) => chosen.includes(event)),
    indeterminate: events.some((event) => chosen.includes(event)) && !events.every((event) => chosen.includes(event)),
    onChange: (event: { currentTarget: { checked: boolean } }) => set(events, event.currentTarget.checked),
  })
  return (
    <fieldset className={classes.events} data-field={path} tabIndex={-1}>
      <legend className={classes.legend}>{label}</legend>
      <Checkbox size="xs" label={t('all')} {...state(readable)} />
      {Object.entries(webhookEvents).map(([record, events]) => (
        <div key={record} className={classes.group}>
          <Checkbox size="xs" label={t(`records.${record}`)} disabled={isHidden(record)} {...state(events)} />
          <div className={classes.acts}>
            {events.map((event) => (
              <Checkbox
                key={event}
                size="xs"
                disabled={isHidden(record)}
                label={t(`acts.${event.split('.')[1]}`)}
                aria-label={`${t(`records.${record}`)}: ${t(`acts.${event.split('.')[1]}`)}`}
                {...state([event])}
              />
            ))}
          </div>
        </div>
      ))}
      {control.error && <Input.Error>{control.error}</Input.Error>}
    </fieldset>
  )
}
