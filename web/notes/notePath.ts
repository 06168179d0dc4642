import type { NoteKind } from '#contract/documents/note-kinds.ts'
import type { Side } from '#contract/documents/sides.ts'
import { documentPath } from '../documents/documentPath.ts'

/** Where notes of a kind live in the application. */
export const notePath = ({ side, path }: NoteKind): string =>
  side.name === 'sales' ? `/sales${path}` : `/purchases${path}`
/** Where a new note of a kind is written: below the document that it corrects. */
export const newNotePath = ({ action }: NoteKind, on: { kind: Side['document']; id: number }): string =>
  `${documentPath({ document: on.kind })}/${on.id}/${action}`
