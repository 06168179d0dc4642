import '@mantine/core/styles/Tooltip.layer.css'
import { Tooltip } from '@mantine/core'

type OpenTipProps = { label: string; beside: HTMLElement; position: 'top' | 'right' }

/** The words of a `Tip` while they are shown. */
export function TooltipContent({ label, beside, position }: OpenTipProps) {
  return <Tooltip opened target={beside} label={label} position={position} multiline maw={280} />
}
