const address = /[^\s"'<>(),;:=[\]{}]+@[^\s"'<>(),;:=[\]{}]+\.[^\s"'<>(),;:=[\]{}]+/g
const withoutAddresses = (text: string | undefined) => text?.replace(address, '(e-mail)')

/** An error for the log: its name and where it happened. Its content is limited to the necessary. */
export function safeError(error: unknown): Record<string, unknown> {
  const { name, message, code, stack, table, constraint } = error as Error & Record<string, string | undefined>
  return {
    type: name,
    message: withoutAddresses(message),
    stack: withoutAddresses(stack),
    ...(code && { code }),
    ...(table && { table }),
    ...(constraint && { constraint }),
  }
}
