import { choiceColumn as choice, orderColumn } from './column.ts'
import {
  branchColumn,
  costCenterColumn,
  customerColumn,
  dayColumn as day,
  figureColumn as figure,
  referenceColumn as reference,
  requiredColumn as required,
  supplierColumn,
} from './column-kit.ts'
import { type ImportColumn, statusColumn, textColumn as text } from './import-columns.ts'

// Columns of fixed assets: their classes, the register, and what happened to an asset.

const methods = {
  none: ['لا يستهلك', 'بدون استهلاك', 'none', 'no depreciation'],
  months: ['قسط ثابت', 'قسط ثابت بالأشهر', 'straight line', 'straight-line', 'months'],
  days: ['قسط ثابت بالأيام', 'straight line by days', 'days'],
  declining: ['قسط متناقص', 'declining balance', 'diminishing balance', 'declining'],
  units: ['وحدات الاستخدام', 'وحدات الإنتاج', 'units of production', 'units of use', 'units'],
}
const pools = {
  buildings: ['مبان', 'buildings'],
  industrial_buildings: ['مبان صناعية', 'industrial buildings'],
  machines: ['آلات', 'machines', 'equipment'],
  exploration: ['تنقيب', 'exploration'],
  other: ['أخرى', 'other'],
}
const vatKinds = { movable: ['منقول', 'movable'], immovable: ['عقار', 'immovable', 'real estate'] }

export const assetClassColumns: readonly ImportColumn[] = [
  required(text('name', ['اسم الفئة', 'فئة الأصول', 'asset class', 'asset category', 'name'], 'مركبات')),
  text('name_en', ['الاسم بالإنجليزية', 'english name'], 'Vehicles'),
  required(reference('cost_account_id', ['حساب الأصل', 'asset account', 'cost account'], '120105')),
  reference('accumulated_account_id', ['حساب المجمع', 'accumulated depreciation account'], '120204'),
  reference('expense_account_id', ['حساب الاستهلاك', 'depreciation account', 'expense account'], '520401'),
  required(reference('disposal_account_id', ['حساب الاستبعاد', 'disposal account'], '420104')),
  { ...choice('method', ['طريقة الاستهلاك', 'method', 'depreciation method'], methods, 'months'), fallback: 'months' },
  figure('life_months', ['العمر بالأشهر', 'life in months', 'useful life', 'months'], '60'),
  figure('declining_percent', ['نسبة القسط المتناقص', 'declining percent', 'depreciation rate', 'rate']),
  figure('life_units', ['وحدات العمر', 'life in units', 'units of life']),
  figure('residual_percent', ['نسبة التخريد', 'residual percent', 'salvage percent'], '10'),
  choice('tax_pool', ['المجموعة الضريبية', 'tax pool'], pools, 'machines'),
  choice('vat_kind', ['نوع تعديل الضريبة', 'vat adjustment'], vatKinds, 'movable'),
  statusColumn,
]

export const assetColumns: readonly ImportColumn[] = [
  text('number', ['رقم الأصل', 'كود الأصل', 'asset number', 'asset code', 'code', 'asset id'], 'A-001'),
  required(text('name', ['اسم الأصل', 'الأصل', 'asset', 'asset name', 'name', 'description'], 'سيارة نقل')),
  text('name_en', ['الاسم بالإنجليزية', 'english name'], 'Truck'),
  required(reference('asset_class_id', ['فئة الأصل', 'الفئة', 'asset class', 'asset category', 'category'], 'مركبات')),
  text('serial', ['الرقم التسلسلي', 'رقم الهيكل', 'serial number', 'serial'], 'VIN-88'),
  text('place', ['الموقع', 'المكان', 'place', 'location']),
  text('keeper', ['المسؤول', 'العهدة', 'custodian', 'person in charge', 'employee']),
  branchColumn,
  costCenterColumn,
  required(day('acquired_on', ['تاريخ الشراء', 'purchase date', 'acquisition date', 'date'], '{year}-01-01')),
  day('entered_on', ['في الدفاتر من', 'in the books since', 'opening date']),
  day('in_service_on', ['بدء الاستخدام', 'in service on', 'available for use date', 'depreciation start date']),
  required(figure('cost', ['التكلفة', 'قيمة الشراء', 'cost', 'purchase value', 'gross purchase amount'], '120000')),
  figure('residual', ['القيمة التخريدية', 'قيمة الخردة', 'residual value', 'salvage value'], '12000'),
  figure('life_months', ['العمر بالأشهر', 'useful life in months', 'life in months'], '60'),
  figure('life_units', ['وحدات العمر', 'life in units', 'expected units']),
  figure('opening_units', ['الوحدات المستخدمة', 'units used', 'opening reading']),
  figure('opening_accumulated', ['مجمع الاستهلاك', 'accumulated depreciation', 'opening accumulated depreciation']),
  day('depreciated_to', ['آخر تاريخ استهلاك', 'last depreciation date', 'depreciated through']),
  figure('vat', ['ضريبة الشراء', 'vat of the purchase', 'purchase vat']),
  text('document_number', ['رقم فاتورة المشتريات', 'bill number']),
  { ...supplierColumn, example: '' },
  figure('line_number', ['رقم السطر', 'line number']),
  figure('unit_number', ['رقم القطعة', 'unit number', 'piece']),
  text('notes', ['ملاحظات', 'notes', 'remarks']),
  orderColumn,
]

export const assetEventKinds = [
  'months',
  'revised',
  'impaired',
  'used',
  'transferred',
  'seen',
  'tax_use',
  'sold',
  'scrapped',
  'restored',
] as const
const eventWords: Record<(typeof assetEventKinds)[number], readonly string[]> = {
  months: ['استهلاك', 'depreciation', 'months'],
  revised: ['تعديل', 'revised', 'revision'],
  impaired: ['هبوط', 'impaired', 'impairment'],
  used: ['قراءة استخدام', 'used', 'reading'],
  transferred: ['نقل', 'transferred', 'transfer'],
  seen: ['جرد', 'seen', 'stock taking'],
  tax_use: ['استخدام خاضع', 'taxable use'],
  sold: ['بيع', 'sold', 'sale'],
  scrapped: ['إتلاف', 'scrapped', 'scrap'],
  restored: ['تراجع', 'restored'],
}
export const assetEventColumns: readonly ImportColumn[] = [
  required(text('asset_number', ['رقم الأصل', 'الأصل', 'asset number', 'asset', 'asset code'], 'A-001')),
  required(day('event_date', ['التاريخ', 'date', 'disposal date'], '{year}-01-01')),
  required(choice('event_kind', ['الحدث', 'event', 'type'], eventWords, 'scrapped')),
  figure('cost', ['تكلفة الجزء', 'cost of the part', 'cost']),
  figure('proceeds', ['ثمن البيع', 'proceeds', 'selling price']),
  text('document_number', ['رقم فاتورة البيع', 'invoice number']),
  { ...customerColumn, example: '' },
  reference('account_id', ['الحساب', 'account']),
  figure('amount', ['المبلغ', 'amount']),
  figure('reading', ['القراءة', 'reading', 'meter']),
  text('seen_at', ['مكان المشاهدة', 'seen at']),
  figure('use_at_purchase', ['الاستخدام الخاضع عند الشراء', 'taxable use at purchase']),
  figure('use_now', ['الاستخدام الخاضع في السنة', 'taxable use of the year']),
  reference('asset_class_id', ['الفئة الجديدة', 'new class', 'asset class']),
  { ...branchColumn, example: '' },
  costCenterColumn,
  figure('residual', ['القيمة التخريدية', 'residual value']),
  figure('life_months', ['العمر بالأشهر', 'life in months']),
  figure('life_units', ['وحدات العمر', 'life in units']),
  text('reason', ['السبب', 'reason'], 'حادث'),
  orderColumn,
]
