import { createContext, useContext } from 'react'

/** What the rows of a form do with lots: on which day, in which place, and whether goods come or leave. */
export type LotScope = { way: 'in' | 'out' | 'count'; date: string; place_id: string }
export const LotScopeContext = createContext<LotScope | null>(null)
export const useLotScope = () => useContext(LotScopeContext)
