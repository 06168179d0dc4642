/** What a call asks for beyond its permission. `person`: it is not open to the key of a program. */
export type CallGuard = { asks?: 'person' }
