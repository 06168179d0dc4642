import type { Page } from '@playwright/test'

// Scripts for the page are text: the tests are typed for Node, which has no document.

/** Figures that a scroll container shows in part or not at all, and texts that are drawn over each other. */
export const misplacedTexts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const texts = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const said = node.textContent.trim()
      const parent = node.parentElement
      if (said === '' || parent.closest('script, style, noscript, option, svg, [aria-hidden=true][class*=hidden]')) continue
      if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (rects.length > 0) texts.push({ said, parent, rects })
    }
    const found = new Set()
    const styles = new Map()
    const styleOf = (one) => styles.get(one) ?? styles.set(one, getComputedStyle(one)).get(one)
    /** What floats over the page covers it on purpose; what is clipped away is only read aloud. */
    const framesOf = (one) => {
      const frames = []
      for (let box = one; box && box !== document.body; box = box.parentElement) {
        const { overflowX, position, clip, clipPath } = styleOf(box)
        if (position === 'fixed' || position === 'sticky' || clipPath !== 'none' || clip !== 'auto') return null
        if (overflowX !== 'visible') frames.push(box.getBoundingClientRect())
      }
      return frames
    }
    const drawn = []
    for (const { said, parent, rects } of texts) {
      const frames = framesOf(parent)
      if (!frames) continue
      const isOutside = ({ left, right }) => frames.some((frame) => left < frame.left - 1 || right > frame.right + 1)
      if (/\\d/.test(said) && rects.some(isOutside)) found.add('outside its box: ' + said.slice(0, 60))
      const isSeen = ({ left, right, top, bottom }) =>
        frames.every((frame) => right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom)
      for (const rect of rects) if (isSeen(rect)) drawn.push({ said, parent, rect })
    }
    drawn.sort((a, b) => a.rect.top - b.rect.top)
    for (let first = 0; first < drawn.length; first++)
      for (let next = first + 1; next < drawn.length && drawn[next].rect.top < drawn[first].rect.bottom - 3; next++) {
        const [a, b] = [drawn[first], drawn[next]]
        if (a.parent === b.parent) continue
        const across = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left)
        const down = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top)
        if (across > 3 && down > 5) found.add('over each other: ' + a.said.slice(0, 30) + ' | ' + b.said.slice(0, 30))
      }
    return [...found]
  })()`)
