/** The options of the server that a Node knows, in order. */
export function knownFlags(program?: string): string[]
/** What node is given to run the server. */
export function serverArguments(): string[]
