/** The sections of the settings, in the order of their menu. */
export const settingsSections = [
  'organization',
  'branches',
  'taxes',
  'product-categories',
  'units',
  'currencies',
  'payment-methods',
  'e-invoicing',
  'import',
  'api-keys',
  'webhooks',
  'webhook-deliveries',
  'security',
  'audit-log',
  'copies',
  'sharing',
  'reminders',
] as const
export type SettingsSection = (typeof settingsSections)[number]

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
