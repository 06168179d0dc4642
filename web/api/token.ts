const key = 'mizan-token'

/** "Remember me" keeps the token over a restart of the browser; otherwise it lives as long as the tab. */
export function keepToken(token: string, remember: boolean): void {
  dropToken()
  storage(remember ? 'localStorage' : 'sessionStorage')?.setItem(key, token)
}

export const readToken = (): string | null =>
  storage('sessionStorage')?.getItem(key) ?? storage('localStorage')?.getItem(key) ?? null

export const isRemembered = (): boolean => Boolean(storage('localStorage')?.getItem(key))

export function dropToken(): void {
  storage('sessionStorage')?.removeItem(key)
  storage('localStorage')?.removeItem(key)
}

// A browser can forbid storage; touching it then throws.
function storage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined
  }
}
