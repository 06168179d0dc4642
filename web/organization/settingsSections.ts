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
] as const
export type SettingsSection = (typeof settingsSections)[number]
