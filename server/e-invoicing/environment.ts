/** The authority's three worlds. Keys, certificates and chains of one mean nothing in another. */
export const environments = ['sandbox', 'simulation', 'production'] as const
export type Environment = (typeof environments)[number]
