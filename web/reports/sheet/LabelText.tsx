import { BidiText } from '../../i18n/BidiText.tsx'
import { Num } from '../../ui/cells/Num.tsx'
import { type Label, useLabelParts } from '../useLabel.ts'
import { HeadText } from './HeadText.tsx'

/** A label as it is read: its number is an island, or the Arabic before it would turn 61-26012 around. */
export function LabelText({ label }: { label: Label }) {
  const { before, said, behind, remark } = useLabelParts()(label)
  return (
    <BidiText>
      {before && (
        <>
          <Num>{before}</Num>{' '}
        </>
      )}
      <bdi>
        <HeadText text={said} />
      </bdi>
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
    </BidiText>
  )
}
