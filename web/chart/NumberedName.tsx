import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'

type Numbered = { number: string; name: string; name_en: string | null }

/** A node's number, left to right, and its name in the language of the page. */
export function NumberedName({ node }: { node: Numbered }) {
  return (
    <>
      <Num>{node.number}</Num> <bdi>{localName(node)}</bdi>
    </>
  )
}
