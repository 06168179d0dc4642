import type { NoteKind } from '#contract/note-kinds.ts'

/** Where notes of a kind live in the application. */
export const notePath = ({ side, path }: NoteKind): string =>
  side.name === 'sales' ? `/sales${path}` : `/purchases${path}`
