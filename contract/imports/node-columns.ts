import { type ImportColumn, statusColumn, textColumn } from './import-columns.ts'
import { wordList } from './word-list.ts'

const nodeTypes = {
  main: wordList(`
    رئيسي, حساب رئيسي, مجموعة, تجميعي, main, group, header, view, parent, true, 1
  `),
  sub: wordList(`
    فرعي, حساب فرعي, تحليلي, تفصيلي, حركة, sub, detail, posting, child, ledger, false, 0
  `),
} as const

const nodeColumns = (
  own: readonly string[],
  numbers: readonly string[],
  names: readonly string[],
  type: Partial<ImportColumn> = {},
): readonly ImportColumn[] => [
  { ...textColumn('number', ['الرقم', 'الرمز', 'الكود', 'number', 'code', ...numbers], own[0]), isRequired: true },
  {
    ...textColumn(
      'name',
      ['الاسم', 'الاسم العربي', 'الاسم بالعربية', 'name', 'arabic name', 'name ar', ...names],
      own[1],
    ),
    isRequired: true,
  },
  textColumn('name_en', ['الاسم بالإنجليزية', 'الاسم الإنجليزي', 'english name', 'name en'], own[2]),
  {
    key: 'type',
    type: 'choice',
    choices: nodeTypes,
    example: 'sub',
    heads: wordList('النوع, نوع الحساب, type, level type, is group'),
    ...type,
  },
  {
    key: 'parent_id',
    type: 'reference',
    example: own[3] ?? '',
    heads: wordList(`
      الحساب الأب, الأب, الحساب الرئيسي, رقم الحساب الأب, parent, parent account, parent account code, parent
      code, parent number, parent account name, under, حساب رئيسي, يتبع
    `),
  },
  textColumn('description', ['الوصف', 'ملاحظات', 'description', 'notes']),
  statusColumn,
]

export const accountColumns: readonly ImportColumn[] = [
  ...nodeColumns(
    ['110199', 'بنك الراجحي', 'Al Rajhi Bank', '1101'],
    wordList(`
      رقم الحساب, رمز الحساب, كود الحساب, account number, account code, account no, account #, gl code,
      nominal code
    `),
    wordList('اسم الحساب, الحساب, account name, account, full name'),
    { otherwise: 'account_type' },
  ),
  {
    // Which main account of ours the accounts of a type are below, where the file names no parent.
    key: 'account_type',
    type: 'reference',
    example: '',
    unless: 'parent_id',
    heads: wordList(`
      account type, detail type, تصنيف الحساب, classification, root type, type
    `),
  },
]
export const costCenterColumns = nodeColumns(
  ['CC-10', 'فرع جدة', 'Jeddah branch', ''],
  ['رقم مركز التكلفة', 'cost center number', 'cost center code'],
  wordList(`
    اسم مركز التكلفة, مركز التكلفة, cost center, cost center name, project name
  `),
)
