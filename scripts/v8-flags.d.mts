/** The options of the server that a Node knows, in order. */
export function knownFlags(program?: string): string[]
