/** A refusal of the server, in the language of the request. Status 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string>
  /** The name of the refusal, if our server refused. */
  readonly code: string

  constructor(status: number, message: string, fields: Record<string, string> = {}, code = '') {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.code = code
  }
}

/** The service is temporarily unavailable: nothing is wrong with the request or the session. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 503)
