import { type Query, useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const isFirstAnswer = ({ state }: Query) => state.status === 'pending'

/**
 * Takes pasted cells at once. While a list of the page is still loading they wait for it: accounts and products are found in those
 * lists by their code or name.
 */
export function usePastedCells(take: (cells: string[][]) => void): (cells: string[][]) => void {
  const isLoading = useIsFetching({ predicate: isFirstAnswer }) > 0
  const [waiting, setWaiting] = useState<string[][] | null>(null)
  useEffect(() => {
    if (isLoading || waiting === null) return
    setWaiting(null)
    take(waiting)
  }, [isLoading, waiting, take])
  return (cells) => (isLoading ? setWaiting(cells) : take(cells))
}
