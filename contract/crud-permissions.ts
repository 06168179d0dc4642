/** The permission keys that follow from an entity's name. */
export type Verb = 'list' | 'read' | 'create' | 'update' | 'delete'
export type Permissions = Record<Verb, string>

/** `create-tax`, `list-tax` ...: the keys that follow from an entity's name. */
export const verbs = (entity: string): Permissions => ({
  list: `list-${entity}`,
  read: `read-${entity}`,
  create: `create-${entity}`,
  update: `update-${entity}`,
  delete: `delete-${entity}`,
})
/** The plain masters on the settings screens are one permission to see and one to change. */
export const settingVerbs: Permissions = {
  list: 'read-setting',
  read: 'read-setting',
  create: 'update-setting',
  update: 'update-setting',
  delete: 'update-setting',
}
