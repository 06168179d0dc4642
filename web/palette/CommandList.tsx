import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Num } from '../ui/cells/Num.tsx'
import type { Command, CommandGroup } from './Command.ts'
import classes from './CommandPalette.module.css'

type CommandListProps = {
  id: string
  groups: readonly CommandGroup[]
  /** The position of the chosen line among all of them. */
  current: number
  onPoint: (position: number) => void
  onChoose: (command: Command) => void
}

export const idOf = (list: string, position: number): string => `${list}-${position}`

/** The entries below the palette's field, in groups; the field keeps the focus and names the active one. */
export function CommandList({ id, groups, current, onPoint, onChoose }: CommandListProps) {
  const { t } = useTranslation(['palette', 'shell'])
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.querySelector(`[id="${idOf(id, current)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])
  let before = 0
  return (
    <div ref={element} id={id} role="listbox" aria-label={t('title')} className={classes.list}>
      {groups.map(({ name, commands }) => {
        const start = before
        before += commands.length
        const label = t([`palette:groups.${name}`, `shell:pages.${name}`])
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={name} role="group" aria-label={label} className={classes.group}>
            <div className={classes.heading} aria-hidden>
              {label}
            </div>
            {commands.map((command, index) => (
              <Line
                key={command.to}
                id={idOf(id, start + index)}
                command={command}
                current={start + index === current}
                onPoint={() => onPoint(start + index)}
                onChoose={() => onChoose(command)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}

type LineProps = { id: string; command: Command; current: boolean; onPoint: () => void; onChoose: () => void }
function Line({ id, command, current, onPoint, onChoose }: LineProps) {
  const { title, detail, isNumber } = command
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: keys act on the field above
    <div
      id={id}
      role="option"
      aria-selected={current}
      className={classes.line}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <command.icon className={classes.icon} aria-hidden />
      {isNumber ? <Num>{title}</Num> : <bdi className={classes.title}>{title}</bdi>}
      {detail && <bdi className={classes.detail}>{detail}</bdi>}
    </div>
  )
}
