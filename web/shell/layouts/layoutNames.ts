export const layoutNames = ['classic', 'modern', 'stackedSide', 'simple', 'decked', 'blank'] as const
export type LayoutName = (typeof layoutNames)[number]
