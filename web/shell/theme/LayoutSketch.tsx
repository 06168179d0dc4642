import type { LayoutName } from '../layouts/layoutNames.ts'
import classes from './LayoutSketch.module.css'

// Navigation, head and page of each layout as the small blocks of a grid.
const parts: Record<LayoutName, readonly ('side' | 'rail' | 'head' | 'strip' | 'page')[]> = {
  classic: ['side', 'head', 'page'],
  modern: ['side', 'page'],
  stackedSide: ['rail', 'side', 'page'],
  simple: ['strip', 'page'],
  decked: ['head', 'strip', 'page'],
  blank: ['page'],
}

/** A layout in miniature; it turns with the direction of the page. */
export function LayoutSketch({ name }: { name: LayoutName }) {
  return (
    <span className={classes.sketch} data-layout={name} aria-hidden>
      {parts[name].map((part) => (
        <span key={part} className={classes[part]} />
      ))}
    </span>
  )
}
