import { rules } from './verdict.ts'

const messages = new Map(rules.map(({ id, message }) => [id, message]))

/** The key of our words for what the authority names by the id of its rule, below `eInvoice:rules`; null for what is none of ours. */
export const messageOfRule = (id: string | null): string | null => (id === null ? null : (messages.get(id) ?? null))
