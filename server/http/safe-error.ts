const address = /[^\s"'<>(),;:=[\]{}]+@[^\s"'<>(),;:=[\]{}]+\.[^\s"'<>(),;:=[\]{}]+/g
const withoutAddresses = (text: string | undefined) => text?.replace(address, '(e-mail)')

/** An error as the log has it: where it happened and what it is called; of what it is about no more than has to be said. */
export function safeError(error: unknown): Record<string, unknown> {
  const { name, message, code, stack, table, constraint } = error as Error & Record<string, string | undefined>
  return {
    ...{ type: name, message: withoutAddresses(message), stack: withoutAddresses(stack) },
    ...{ ...(code && { code }), ...(table && { table }), ...(constraint && { constraint }) },
  }
}
