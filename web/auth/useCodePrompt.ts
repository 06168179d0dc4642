import { useState } from 'react'
import { ApiError } from '../api/ApiError.ts'

/** A sign-in that asks for the code only of those who have one: first the password, then both. */
export function useCodePrompt() {
  const [isCodeAsked, setIsCodeAsked] = useState(false)
  /** Answers undefined where the code is required. */
  async function withCode<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_asked') throw error
      setIsCodeAsked(true)
      return undefined
    }
  }
  return { isCodeAsked, withCode }
}
