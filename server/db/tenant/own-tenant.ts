/**
 * The organization of the transaction, as a value of a query that is written before the organization is known. A subquery names it as well as the query
 * around it: that is how a distributed database finds the node of all their rows.
 */
export const ownTenant = Object.freeze({ isOwnTenant: true }) as unknown as number

export const withTenant = (values: readonly unknown[], organizationId: number): readonly unknown[] =>
  values.includes(ownTenant) ? values.map((value) => (value === ownTenant ? organizationId : value)) : values
