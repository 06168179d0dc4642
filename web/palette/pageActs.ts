import IconAct from '~icons/tabler/bolt'
import type { Command } from './Command.ts'

/** The buttons in the head of the page that is open, so that every act on a record can be typed. */
export function pageActs(): Command[] {
  const buttons = document.querySelectorAll<HTMLElement>(
    '#content [data-acts] :is(button:not([data-more], [data-back]), a[href])',
  )
  return [...buttons]
    .filter((button) => !button.matches(':disabled, [aria-disabled="true"], [data-disabled]'))
    .flatMap((button, index) => {
      const title = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()
      return title === '' ? [] : [{ to: `act:${index}`, title, icon: IconAct, press: () => button.click() }]
    })
}
