/** The permission to import. The created records need their own permissions as well. */
export const importPermission = 'import-records'
