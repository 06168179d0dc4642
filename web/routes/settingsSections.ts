/** The sections of the settings by what they are about, in the order of their menu. */
export const settingsGroups = {
  organization: ['organization', 'branches', 'currencies'],
  sales: ['sharing', 'reminders', 'payment-methods'],
  tax: ['taxes', 'e-invoicing'],
  catalog: ['product-categories', 'units'],
  technical: ['import', 'api-keys', 'webhooks', 'webhook-deliveries', 'security', 'audit-log', 'copies'],
} as const
export type SettingsGroup = keyof typeof settingsGroups
export type SettingsSection = (typeof settingsGroups)[SettingsGroup][number]
export const settingsSections: readonly SettingsSection[] = Object.values(settingsGroups).flat()

const own: Partial<Record<SettingsSection, string>> = {
  'api-keys': 'manage-api-keys',
  security: 'manage-security',
  'audit-log': 'read-audit-log',
  copies: 'manage-security',
  webhooks: 'manage-webhooks',
  'webhook-deliveries': 'manage-webhooks',
  import: 'import-records',
}
/** The permission that a section requires. */
export const sectionPermission = (section: SettingsSection): string => own[section] ?? 'read-setting'
/** One of these opens the settings. */
export const settingsPermissions: readonly string[] = [...new Set(settingsSections.map(sectionPermission))]
