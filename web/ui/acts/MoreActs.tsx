import { Button } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import IconMore from '~icons/tabler/dots'
import classes from './MoreActs.module.css'

/**
 * The seldom acts of a page behind one button. They are ordinary buttons and links, drawn as lines of a list. They stay
 * mounted, since each owns the dialog that it opens, and the palette presses them unseen.
 */
export function MoreActs({ opensUp, children }: { opensUp?: true; children: ReactNode }) {
  const { t } = useTranslation('common')
  const [opened, setOpened] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const list = useInsideWindow(opened)
  const frame = useClickOutside<HTMLDivElement>(() => setOpened(false))
  const close = () => {
    // A dialog gives the focus back to where it was: to the button that stays in sight.
    more.current?.focus()
    setOpened(false)
  }
  const onPress = ({ target, currentTarget }: MouseEvent) => {
    // What happens in a dialog of an act comes by here too.
    if (opened && currentTarget.contains(target as Node) && (target as Element).closest('button, a')) close()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!opened || event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of what is inside
    <div ref={frame} className={classes.frame} onKeyDown={onKey}>
      <Button
        ref={more}
        variant="default"
        className={classes.more}
        data-more
        aria-expanded={opened}
        leftSection={<IconMore aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {t('actions.more')}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div
        ref={list}
        className={classes.list}
        role="group"
        aria-label={t('actions.more')}
        hidden={!opened}
        data-up={opensUp}
        onClickCapture={onPress}
      >
        {children}
      </div>
    </div>
  )
}

/** A list at the start of its button goes to the end of it where it would leave the window. */
function useInsideWindow(opened: boolean) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = list.current
    if (!opened || !element) return
    element.dataset.align = 'start'
    const { left, right } = element.getBoundingClientRect()
    if (left < 0 || right > document.documentElement.clientWidth) element.dataset.align = 'end'
  }, [opened])
  return list
}
