import type { Role } from '#ledger/account.ts'
import { foldWord } from './words.ts'

/** Account types of other programs, by the role of an account of our chart: the new account is placed next to it. Other types need a meaning. */
const placeOf: Partial<Record<Role, readonly string[]>> = {
  CASH: ['cash', 'bank', 'bank and cash', 'cash and bank', 'cash at bank', 'نقد', 'نقدية', 'بنك', 'صندوق', 'نقد وبنوك'],
  AR: ['accounts receivable', 'receivable', 'accounts receivable a r', 'ذمم مدينة', 'حسابات مدينة', 'مدينون'],
  INV: ['stock', 'inventory', 'مخزون'],
  FIXED: ['fixed asset', 'fixed assets', 'أصول ثابتة', 'أصل ثابت'],
  AP: ['accounts payable', 'payable', 'accounts payable a p', 'ذمم دائنة', 'حسابات دائنة', 'دائنون'],
  CAPITAL: ['equity', 'owners equity', 'حقوق ملكية', 'رأس مال'],
  REV_GOODS: ['income', 'revenue', 'sales', 'operating income', 'إيرادات', 'إيراد', 'دخل', 'مبيعات'],
  COGS: [
    'cost of goods sold',
    'cost of revenue',
    'cost of sales',
    'direct costs',
    'تكلفة مبيعات',
    'تكلفة بضاعة مباعة',
    'تكلفة إيرادات',
  ],
  EXP_DEFAULT: ['expense', 'expenses', 'overhead', 'operating expense', 'مصروفات', 'مصروف', 'مصاريف', 'مصاريف تشغيلية'],
}

export const roleOfType = (type: string): string | undefined => roles.get(foldWord(type))
const roles = new Map(Object.entries(placeOf).flatMap(([role, words]) => words.map((word) => [foldWord(word), role])))
