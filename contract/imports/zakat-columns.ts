import { choiceColumn as choice } from './column.ts'
import {
  dayColumn as day,
  figureColumn as figure,
  referenceColumn as reference,
  requiredColumn as required,
} from './column-kit.ts'
import type { ImportColumn } from './import-columns.ts'
import { textColumn as text } from './import-columns.ts'

// The Zakat worksheet: lines of accounts, how a year is computed, adjustments.

const lines = {
  equity: ['حقوق الملكية', 'equity'],
  provisions: ['المخصصات', 'provisions'],
  noncurrent_liabilities: ['التزامات غير متداولة', 'non-current liabilities'],
  fixed_assets: ['صافي الأصول الثابتة', 'net fixed assets', 'fixed assets'],
  work_in_progress: ['مشروعات تحت التنفيذ', 'work in progress'],
  investments: ['استثمارات', 'investments'],
}
const year = required(day('ended_on', ['نهاية السنة', 'end of the year', 'year end'], '{year}-12-31'))

export const zakatLineColumns: readonly ImportColumn[] = [
  required(reference('account_id', ['الحساب', 'account'], '310101')),
  required(choice('line', ['بند الوعاء', 'zakat line', 'line'], lines, 'equity')),
]

export const zakatYearColumns: readonly ImportColumn[] = [
  year,
  required(
    choice('basis', ['أساس الحساب', 'basis'], { days: ['أيام السنة', 'days'], hijri: ['هجري', 'hijri'] }, 'days'),
  ),
  required(figure('saudi_share', ['نسبة الملكية السعودية', 'saudi share'], '100')),
  required(
    choice(
      'has_minimum',
      ['حد أدنى', 'minimum'],
      { true: ['نعم', 'yes', 'true'], false: ['لا', 'no', 'false'] },
      'true',
    ),
  ),
  figure('assessed', ['الربط الزكوي', 'assessed'], '25000'),
]

export const zakatAdjustmentColumns: readonly ImportColumn[] = [
  year,
  required(choice('line', ['بند الوعاء', 'zakat line', 'line'], { ...lines, profit: ['الربح', 'profit'] }, 'profit')),
  required(choice('effect', ['الأثر', 'effect'], { raise: ['زيادة', 'raise'], lower: ['نقص', 'lower'] }, 'raise')),
  required(figure('amount', ['المبلغ', 'amount'], '1500')),
  required(text('reason', ['السبب', 'reason'], 'غرامات لا تُحسم')),
]
