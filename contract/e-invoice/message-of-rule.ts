import { rules } from './verdict.ts'

const messages = new Map(rules.map(({ id, message }) => [id, message]))

/** The key of our message for a rule of the authority, below `eInvoice:rules`. Null when we do not check that rule. */
export const messageOfRule = (id: string | null): string | null => (id === null ? null : (messages.get(id) ?? null))
