import { create } from 'qrcode'
import classes from './Paper.module.css'

/** A QR code as one path: drawn, not injected as markup, and sharp on paper. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const cells = Array.from({ length: size * size }, (_, cell) => cell).filter((cell) =>
    modules.get(Math.floor(cell / size), cell % size),
  )
  const path = cells.map((cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x="-2" y="-2" width={size + 4} height={size + 4} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
