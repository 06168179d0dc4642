/** The checks of the sign-in pages; the server's schemas decide. */
export const checkEmail = (email: string): string | undefined => {
  if (email.trim() === '') return 'required'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? undefined : 'invalid_email'
}
const passwordMinimum = 8
export const checkNewPassword = (password: string): string | undefined => {
  if (password === '') return 'required'
  return password.length < passwordMinimum ? 'password_too_short' : undefined
}
export const checkRequired = (value: string): string | undefined => (value.trim() === '' ? 'required' : undefined)
export const checkRepeated = (repeated: string, password: string): string | undefined => {
  if (repeated === '') return 'required'
  return repeated === password ? undefined : 'passwords_differ'
}
/** Only the fields that have something to say. */
export const found = <Field extends string>(codes: Record<Field, string | undefined>): Partial<Record<Field, string>> =>
  Object.fromEntries(Object.entries(codes).filter(([, code]) => code)) as Partial<Record<Field, string>>
