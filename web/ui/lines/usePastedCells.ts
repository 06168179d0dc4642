import { type Query, useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

const isFirstAnswer = ({ state }: Query) => state.status === 'pending'

/**
 * Takes pasted cells at once. While a list of the page is still loading they wait for it: accounts and products are found in those
 * lists by their code or name.
 */
export function usePastedCells(take: (cells: string[][]) => void): (cells: string[][]) => void {
  const isLoading = useIsFetching({ predicate: isFirstAnswer }) > 0
  const [waiting, setWaiting] = useState<string[][] | null>(null)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (isLoading || waiting === null) return
    // What takes them may be drawn with the list only after this.
    const timer = setTimeout(() => {
      setWaiting(null)
      latest.current(waiting)
    })
    return () => clearTimeout(timer)
  }, [isLoading, waiting])
  return (cells) => (isLoading ? setWaiting(cells) : take(cells))
}
