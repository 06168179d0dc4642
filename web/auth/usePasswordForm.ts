import { checkRequired, found } from './checkCredentials.ts'
import { useAuthForm } from './useAuthForm.ts'
import { useCodePrompt } from './useCodePrompt.ts'

type PasswordAndCode = { password: string; otp?: string }

/** A form of a known person: the password, and a code where there is an app. `onDone` gets the answer. */
export function usePasswordForm<Answer>(
  send: (body: PasswordAndCode) => Promise<Answer>,
  onDone: (answer: Answer) => void | Promise<void>,
) {
  const { isCodeAsked, withCode } = useCodePrompt()
  const form = useAuthForm({
    fields: ['password', 'otp'],
    check: ({ password, otp }) =>
      found({ password: checkRequired(password), otp: isCodeAsked ? checkRequired(otp) : undefined }),
    send: async ({ password, otp }) => {
      const answer = await withCode(() => send({ password, ...(isCodeAsked && { otp }) }))
      if (answer !== undefined) await onDone(answer)
    },
  })
  return { ...form, isCodeAsked }
}
