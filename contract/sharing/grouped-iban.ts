/** An IBAN in groups of four, as people read it. */
export const groupedIban = (value: string): string => value.replace(/(.{4})(?=.)/g, '$1 ')
