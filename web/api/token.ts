const key = 'mizan-token'
/** A page goes on as whom it was loaded for: what is kept may meanwhile be another tab's, of somebody else or of nobody. */
let held: string | null = null

/** "Remember me" keeps the token over a restart of the browser; otherwise it lives as long as the tab. */
export function keepToken(token: string, remember: boolean): void {
  dropToken()
  held = token
  storage(remember ? 'localStorage' : 'sessionStorage')?.setItem(key, token)
}

export function readToken(): string | null {
  held ??= storage('sessionStorage')?.getItem(key) ?? storage('localStorage')?.getItem(key) ?? null
  return held
}

export const isRemembered = (): boolean => held !== null && storage('localStorage')?.getItem(key) === held

/** Forgets our own token; one that another tab keeps by now stays its. */
export function dropToken(): void {
  for (const kept of [storage('sessionStorage'), storage('localStorage')])
    if (kept?.getItem(key) === held) kept?.removeItem(key)
  held = null
}

// A browser can forbid storage; touching it then throws.
function storage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[name]
  } catch {
    return undefined
  }
}
