import { Num } from '../kit/cells/Num.tsx'
import { Phrase } from '../words/Phrase.tsx'
import { type Label, useLabelParts } from './useLabel.ts'

/** A label as it is read: its number is an island, or the Arabic before it would turn 61-26012 around. */
export function LabelText({ label }: { label: Label }) {
  const { before, said, behind, remark } = useLabelParts()(label)
  return (
    <Phrase>
      {before && (
        <>
          <Num>{before}</Num>{' '}
        </>
      )}
      <bdi>{said}</bdi>
      {behind && (
        <>
          {' '}
          <Num>{behind}</Num>
        </>
      )}
      {remark && (
        <>
          {' · '}
          <bdi>{remark}</bdi>
        </>
      )}
    </Phrase>
  )
}
