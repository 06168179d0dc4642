import { Link } from '@tanstack/react-router'
import { viewPath } from '../routes/paths.ts'
import { Num } from '../ui/cells/Num.tsx'

type CorrectedProps = { reference: { id: number | null; kind: string; number: string } }

/** The number of what a note corrects, with the way to it unless another system issued it. */
export function Corrected({ reference: { id, kind, number } }: CorrectedProps) {
  if (id === null) return <Num>{number}</Num>
  return (
    <Link to={viewPath(kind, id)} className="link">
      <Num>{number}</Num>
    </Link>
  )
}
