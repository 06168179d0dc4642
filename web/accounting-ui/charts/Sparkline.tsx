import classes from './Sparkline.module.css'

const height = 28
const inset = 3

/** The past of a figure as a line without axes. It repeats what is said elsewhere, so a screen reader skips it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const lowest = Math.min(...values)
  const range = Math.max(...values) - lowest
  if (values.length < 2) return <span className={classes.line} aria-hidden />
  const points = values.map((value, index) => ({
    x: (index / (values.length - 1)) * 100,
    // What never changed is a flat line in the middle.
    y: range === 0 ? height / 2 : inset + (1 - (value - lowest) / range) * (height - 2 * inset),
  }))
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <svg className={classes.line} viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden>
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      <polygon points={`0,${height} ${line} 100,${height}`} fill="currentColor" opacity={0.08} />
    </svg>
  )
}
