import { type Registration, registrationErrors } from '#contract/fields/registration.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Number and kind as they will be stored, checked together where one of them was sent. A removed number takes its kind with it. */
export function registrationToStore(sent: Registration, stored: Registration | null, fieldPrefix = ''): Registration {
  const { commercial_registration: number, registration_scheme: scheme } = sent
  if (number === undefined && scheme === undefined) return {}
  if (number === null && scheme === undefined) return { commercial_registration: null, registration_scheme: null }
  const given = {
    ...(number !== undefined && { commercial_registration: number }),
    ...(scheme !== undefined && { registration_scheme: scheme }),
  }
  const problems = Object.entries(registrationErrors({ ...stored, ...given }))
  if (problems.length > 0)
    throw new Refusal('invalid_input', {
      errors: Object.fromEntries(problems.map(([field, problem]) => [`${fieldPrefix}${field}`, problem])),
    })
  return given
}
