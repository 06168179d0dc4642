import { Num } from '../kit/cells/Num.tsx'
import { localName } from '../words/localName.ts'

type Numbered = { number: string; name: string; name_en: string | null }

/** A node's number, left to right, and its name in the language of the page. */
export function NumberedName({ node }: { node: Numbered }) {
  return (
    <>
      <Num>{node.number}</Num> <bdi>{localName(node)}</bdi>
    </>
  )
}
