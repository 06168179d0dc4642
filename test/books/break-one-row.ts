/** A statement that breaks one row of a table: `set` names its columns as they are, `where` names the row as `row`. */
export const breakOneRow = (table: string, set: string, where: string): string =>
  `UPDATE ${table} SET ${set} WHERE ctid = (SELECT row.ctid FROM ${table} AS row WHERE ${where} LIMIT 1)`
