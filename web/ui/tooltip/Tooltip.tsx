import { cloneElement, lazy, type ReactElement, Suspense, type SyntheticEvent, useState } from 'react'

// Floating things are heavy and seldom looked at: they come when the hand or the focus first rests on a place that
// has something to say.
const OpenTip = lazy(async () => ({ default: (await import('./TooltipContent.tsx')).TooltipContent }))

type TipProps = {
  /** Nothing to say, nothing shown. */
  label: string | undefined
  position?: 'top' | 'right'
  /** One element that takes the handlers of the pointer and the focus. */
  children: ReactElement<Record<string, unknown>>
}

/** Words next to an element while it is hovered or focused. */
export function Tooltip({ label, position = 'top', children }: TipProps) {
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const show = (event: SyntheticEvent<HTMLElement>) => setBeside(event.currentTarget)
  const hide = () => setBeside(null)
  return (
    <>
      {cloneElement(children, { onPointerEnter: show, onFocus: show, onPointerLeave: hide, onBlur: hide })}
      <Suspense>{label && beside && <OpenTip label={label} beside={beside} position={position} />}</Suspense>
    </>
  )
}
