/** What the server refused, in the language it was asked in. Status 0: it could not be reached at all. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string>
  /** The refusal's name, where it was our server that refused. */
  readonly code: string

  constructor(status: number, message: string, fields: Record<string, string> = {}, code = '') {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.code = code
  }
}

/** The service is away for a moment: nothing is wrong with the request or the session. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)
