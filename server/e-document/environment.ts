/** The authority's three worlds. Keys, certificates and chains of one mean nothing in another. */
export const platformEnvironments = ['sandbox', 'simulation', 'production'] as const
export type PlatformEnvironment = (typeof platformEnvironments)[number]
