const key = 'mizan-token'
/** A page keeps the session it was loaded with; what is stored may by now belong to another sign-in of another tab. */
let held: string | null = null

/**
 * "Remember me" keeps the token after the browser is closed. Otherwise a session cookie holds it: every tab of this browser shares
 * it, and it ends with the browser. The server never reads the cookie; it takes the token from the `Authorization` header only.
 */
export function keepToken(token: string, remember: boolean): void {
  dropToken()
  held = token
  if (remember) localStore()?.setItem(key, token)
  else writeCookie(token)
}

export function readToken(): string | null {
  held ??= readCookie() ?? localStore()?.getItem(key) ?? null
  return held
}

/** Takes the token that another tab has stored since, as after a reload. */
export function adoptStoredToken(): void {
  held = null
  readToken()
}

export const isRemembered = (): boolean => held !== null && localStore()?.getItem(key) === held

/** Removes our own token. A token that another tab has stored since is not removed. */
export function dropToken(): void {
  if (held !== null && localStore()?.getItem(key) === held) localStore()?.removeItem(key)
  if (held !== null && readCookie() === held) writeCookie('')
  held = null
}

function readCookie(): string | null {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${key}=`))
  return found?.slice(key.length + 1) || null
}

function writeCookie(value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const end = value === '' ? '; Max-Age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http, where the product also runs
  document.cookie = `${key}=${value}; Path=/; SameSite=Strict${secure}${end}`
}

// A browser can forbid storage; touching it then throws.
function localStore(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
