import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/ApiError.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'

type Typed = Record<string, string>
type AuthFormFacts<Field extends string> = {
  fields: readonly Field[]
  /** Codes by field, empty if all is valid. These pages check without the schemas, so as not to load them. */
  check: (typed: Record<Field, string>) => Partial<Record<Field, string>>
  send: (typed: Record<Field, string>) => Promise<void>
}
/** Binds a field of the form by its name. */
export type AuthControl<Field extends string> = (field: Field) => ReturnType<ReturnType<typeof useAuthForm>['control']>
const alertMs = 3000

/** A form of the pages before the sign-in: plain controls, codes worded, the server's message in an alert. */
export function useAuthForm<const Field extends string>({ fields, check, send }: AuthFormFacts<Field>) {
  const { t } = useTranslation(['errors', 'common'])
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(fields.map((field) => [field, ''])))
  const [errors, setErrors] = useState<Typed>({})
  const [alert, setAlert] = useState('')
  const [sending, setSending] = useState(false)

  // The first field is ready to be typed into.
  const [first] = fields
  useEffect(() => document.querySelector<HTMLInputElement>(`form [name='${first}']`)?.focus(), [first])

  const clearing = useRef<ReturnType<typeof setTimeout>>(undefined)
  function showAlert(message: string) {
    setAlert(message)
    // A second refusal is shown for its own three seconds.
    clearTimeout(clearing.current)
    clearing.current = setTimeout(() => setAlert(''), alertMs)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void sendOnce(event.currentTarget)
  }
  const sendOnce = useSingleFlight(async (form: HTMLFormElement) => {
    const codes = Object.entries(check(typed as Record<Field, string>)) as [Field, string][]
    const worded = codes.map(([field, code]) => [field, t([`${code}_by_field.user.${field}`, code], { field })])
    setErrors(Object.fromEntries(worded))
    if (codes.length > 0) return form.querySelector<HTMLInputElement>(`[name='${codes[0]?.[0]}']`)?.focus()
    setSending(true)
    try {
      await send(typed as Record<Field, string>)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.fields)
      const refused = fields.find((field) => error.fields[field])
      if (refused) form.querySelector<HTMLInputElement>(`[name='${refused}']`)?.focus()
      // The server's own sentence; without one the words every page has.
      showAlert(error.message || t(`common:toasts.${error.status === 0 ? 'offline' : 'unknown'}`))
    } finally {
      setSending(false)
    }
  })
  const control = (field: Field) => ({
    name: field,
    value: typed[field] ?? '',
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setTyped((before) => ({ ...before, [field]: value }))
      setErrors(({ [field]: _, ...others }) => others)
    },
  })
  return { control, submit, sending, alert }
}
