import type { Role } from '../account.ts'
import type { CashFlowTag } from '../statements/cash-flow.ts'

export type AccountClass = 'A' | 'L' | 'E' | 'R' | 'X'
export type Nature = 'D' | 'C'

/** One account as a new organisation gets it; `parent` is the parent's number, null for a category. */
export type ChartRow = {
  number: string
  name: string
  name_en: string
  type: 'category' | 'main' | 'sub'
  parent: string | null
  class: AccountClass
  nature: Nature
  role: Role | null
  cash_flow_tag: CashFlowTag | null
  /** False where only the system posts (accounting rule 1.5). */
  manual_entries: boolean
}

/** The Saudi chart of accounting rules, section 6: number|Arabic|English|type|parent|nature|role/cash-flow tag. */
const rows = `
1|الأصول|Assets|c|-|D|
11|الأصول المتداولة|Current assets|m|1|D|
1101|النقد وما في حكمه|Cash and cash equivalents|m|11|D|
110101|الصندوق الرئيسي|Main cash box|s|1101|D|CASH/cash
110102|صندوق المصروفات النثرية|Petty cash|s|1101|D|/cash
110103|البنك - الحساب الجاري|Bank - current account|s|1101|D|BANK/cash
110104|متحصلات البطاقات ونقاط البيع|Card and POS settlements|s|1101|D|POS_CLR/cash
110105|شيكات تحت التحصيل|Cheques under collection|s|1101|D|CHEQUES/op_wc
1102|الذمم المدينة|Receivables|m|11|D|
110201|العملاء|Trade receivables|s|1102|D|AR/op_wc
110202|فروق تقييم عملات العملاء|Receivables FX revaluation|s|1102|D|AR_FXADJ/op_noncash
110203|مخصص الخسائر الائتمانية المتوقعة|Expected credit loss allowance|s|1102|C|ECL/op_noncash
110204|سلف وعهد الموظفين|Staff advances and custodies|s|1102|D|/op_wc
110205|ذمم مدينة أخرى|Other receivables|s|1102|D|/op_wc
110206|محتجزات ضمان لدى العملاء|Retention held by customers|s|1102|D|RETENTION_REC/op_wc
1103|المخزون|Inventory|m|11|D|
110301|مخزون البضاعة|Merchandise inventory|s|1103|D|INV/op_wc
110302|بضاعة بالطريق|Goods in transit|s|1103|D|/op_wc
110303|بضاعة مسلّمة لم تُفوتر|Goods delivered, not invoiced|s|1103|D|GDNI/op_wc
1104|دفعات ومصروفات مقدمة|Advances and prepayments|m|11|D|
110401|دفعات مقدمة للموردين|Advances to suppliers|s|1104|D|SUPP_ADV/op_wc
110402|إيجار مدفوع مقدماً|Prepaid rent|s|1104|D|/op_wc
110403|مصروفات مدفوعة مقدماً أخرى|Other prepaid expenses|s|1104|D|PREPAID/op_wc
110404|تأمينات مستردة لدى الغير|Refundable deposits|s|1104|D|/op_wc
1105|ضريبة القيمة المضافة - المدخلات|VAT - input|m|11|D|
110501|ضريبة المدخلات القابلة للخصم|Deductible input VAT|s|1105|D|VAT_IN/op_wc
110502|ضريبة مدفوعة في الجمارك|VAT paid at customs|s|1105|D|VAT_IMP/op_wc
1106|الحسابات الجارية بين الفروع|Inter-branch accounts|m|11|D|
110601|جاري الفروع|Inter-branch current account|s|1106|D|INTERBR/op_wc
12|الأصول غير المتداولة|Non-current assets|m|1|D|
1201|الممتلكات والمعدات|Property and equipment|m|12|D|
120101|أراضٍ|Land|s|1201|D|/inv
120102|مبانٍ وتحسينات مستأجرة|Buildings and leasehold improvements|s|1201|D|/inv
120103|آلات ومعدات|Machinery and equipment|s|1201|D|/inv
120104|أثاث وأجهزة حاسب|Furniture and computers|s|1201|D|FIXED/inv
120105|سيارات|Vehicles|s|1201|D|/inv
1202|مجمع الاستهلاك|Accumulated depreciation|m|12|C|
120201|مجمع استهلاك المباني والتحسينات|Acc. depreciation - buildings|s|1202|C|/op_noncash
120202|مجمع استهلاك الآلات والمعدات|Acc. depreciation - machinery|s|1202|C|/op_noncash
120203|مجمع استهلاك الأثاث والحاسب|Acc. depreciation - furniture and computers|s|1202|C|ACCDEP/op_noncash
120204|مجمع استهلاك السيارات|Acc. depreciation - vehicles|s|1202|C|/op_noncash
1203|أصول غير ملموسة وحق استخدام|Intangible and right-of-use assets|m|12|D|
120301|برامج وتراخيص|Software and licences|s|1203|D|/inv
120302|أصول حق الاستخدام|Right-of-use assets|s|1203|D|/inv
120303|مجمع إطفاء واستهلاك|Acc. amortisation and depreciation|s|1203|C|/op_noncash
2|الالتزامات|Liabilities|c|-|C|
21|الالتزامات المتداولة|Current liabilities|m|2|C|
2101|الذمم الدائنة|Payables|m|21|C|
210101|الموردون|Trade payables|s|2101|C|AP/op_wc
210102|فروق تقييم عملات الموردين|Payables FX revaluation|s|2101|C|AP_FXADJ/op_noncash
210103|ذمم دائنة أخرى|Other payables|s|2101|C|/op_wc
210104|شيكات مستحقة الدفع|Cheques payable|s|2101|C|/op_wc
210105|بضاعة مستلمة لم تصل فاتورتها|Goods received, not billed|s|2101|C|GRNI/op_wc
210106|محتجزات ضمان للموردين|Retention held from suppliers|s|2101|C|RETENTION_PAY/op_wc
2102|دفعات العملاء والإيراد المؤجل|Customer advances and deferred income|m|21|C|
210201|دفعات مقدمة وأرصدة دائنة للعملاء|Customer advances and credits|s|2102|C|CUST_ADV/op_wc
210202|التزامات عقود - فواتير دفعات مقدمة|Contract liabilities - advance invoices|s|2102|C|CONTRACT_LIAB/op_wc
210203|إيرادات مؤجلة|Deferred revenue|s|2102|C|DEFERRED_REV/op_wc
2103|ضريبة القيمة المضافة - المخرجات والتسوية|VAT - output and settlement|m|21|C|
210301|ضريبة المخرجات|Output VAT|s|2103|C|VAT_OUT/op_wc
210302|ضريبة الاحتساب العكسي|Reverse charge VAT|s|2103|C|VAT_RC/op_wc
210303|تسوية الضريبة مع هيئة الزكاة والضريبة والجمارك|VAT settlement with ZATCA|s|2103|C|VAT_SETTLE/op_wc
2104|مستحقات ومخصصات|Accruals and provisions|m|21|C|
210401|رواتب مستحقة|Accrued salaries|s|2104|C|/op_wc
210402|التأمينات الاجتماعية المستحقة|GOSI payable|s|2104|C|/op_wc
210403|مصروفات مستحقة أخرى|Other accrued expenses|s|2104|C|/op_wc
210404|ضريبة الاستقطاع المستحقة|Withholding tax payable|s|2104|C|WHT/op_wc
210405|مخصص الزكاة وضريبة الدخل|Zakat and income tax provision|s|2104|C|ZAKAT_PROV/op_wc
2105|تمويل قصير الأجل|Short-term financing|m|21|C|
210501|قروض قصيرة الأجل والجزء المتداول|Short-term loans and current portion|s|2105|C|/fin
22|الالتزامات غير المتداولة|Non-current liabilities|m|2|C|
2201|التزامات طويلة الأجل|Long-term liabilities|m|22|C|
220101|قروض طويلة الأجل|Long-term loans|s|2201|C|LOAN/fin
220102|التزامات عقود الإيجار|Lease liabilities|s|2201|C|/fin
220103|مخصص مكافأة نهاية الخدمة|End-of-service benefits provision|s|2201|C|EOSB/op_noncash
3|حقوق الملكية|Equity|c|-|C|
31|حقوق الملاك|Owners' equity|m|3|C|
3101|رأس المال وحسابات الملاك|Capital and owners' accounts|m|31|C|
310101|رأس المال|Capital|s|3101|C|CAPITAL/fin
310102|جاري المالك والشركاء|Owner and partners current account|s|3101|C|/fin
310103|توزيعات ومسحوبات|Dividends and drawings|s|3101|D|DIVIDENDS/fin
3102|الاحتياطيات والأرباح|Reserves and earnings|m|31|C|
310201|الاحتياطيات|Reserves|s|3102|C|/fin
310202|الأرباح المبقاة|Retained earnings|s|3102|C|RETAINED/fin
310203|حساب الأرصدة الافتتاحية|Opening balances clearing|s|3102|C|OPEN_EQ/fin
4|الإيرادات|Revenue|c|-|C|
41|إيرادات النشاط|Operating revenue|m|4|C|
4101|المبيعات|Sales|m|41|C|
410101|مبيعات البضاعة|Sales of goods|s|4101|C|REV_GOODS
410102|إيرادات الخدمات|Service revenue|s|4101|C|REV_SRV
410103|مردودات ومسموحات المبيعات|Sales returns and allowances|s|4101|D|SALES_RET
42|إيرادات أخرى|Other income|m|4|C|
4201|مكاسب وإيرادات متنوعة|Gains and sundry income|m|42|C|
420101|إيرادات متنوعة|Sundry income|s|4201|C|
420102|مكاسب فروق عملة محققة|Realised FX gains|s|4201|C|FX_GAIN_R
420103|مكاسب فروق عملة غير محققة|Unrealised FX gains|s|4201|C|FX_GAIN_U
420104|أرباح (خسائر) بيع أصول|Gain (loss) on asset disposal|s|4201|C|/inv
420105|فائض جرد المخزون|Inventory count surplus|s|4201|C|STOCK_GAIN
5|المصروفات|Expenses|c|-|D|
51|تكلفة الإيرادات|Cost of revenue|m|5|D|
5101|تكلفة المبيعات والخدمات|Cost of sales and services|m|51|D|
510101|تكلفة البضاعة المباعة|Cost of goods sold|s|5101|D|COGS
510102|تكلفة الخدمات|Cost of services|s|5101|D|COST_SRV
510103|مشتريات أصناف غير مخزنية|Non-stock purchases|s|5101|D|NONSTOCK
510104|فروق أسعار الشراء|Purchase price variance|s|5101|D|PPV
510105|عجز وتالف المخزون|Inventory shortage and damage|s|5101|D|STOCK_LOSS
52|المصروفات التشغيلية|Operating expenses|m|5|D|
5201|تكاليف الموظفين|Staff costs|m|52|D|
520101|رواتب وبدلات|Salaries and allowances|s|5201|D|
520102|التأمينات الاجتماعية - حصة المنشأة|GOSI - employer share|s|5201|D|
520103|مكافأة نهاية الخدمة|End-of-service expense|s|5201|D|
520104|تأمين طبي|Medical insurance|s|5201|D|
520105|رسوم الإقامات والتأشيرات والمقابل المالي|Residency, visa and levy fees|s|5201|D|
5202|مصروفات عمومية وإدارية|General and administrative|m|52|D|
520201|إيجارات|Rent|s|5202|D|
520202|كهرباء ومياه|Electricity and water|s|5202|D|
520203|اتصالات وإنترنت|Telecom and internet|s|5202|D|
520204|صيانة ونظافة|Maintenance and cleaning|s|5202|D|
520205|قرطاسية ومطبوعات|Stationery and printing|s|5202|D|
520206|أتعاب مهنية وقانونية|Professional and legal fees|s|5202|D|
520207|رسوم وتراخيص حكومية|Government fees and licences|s|5202|D|
520208|اشتراكات برامج وتقنية|Software and IT subscriptions|s|5202|D|
520209|سفر وتنقلات وسيارات|Travel, transport and vehicles|s|5202|D|
520210|عمولات ورسوم بنكية|Bank charges and commissions|s|5202|D|BANK_FEES
520211|ديون معدومة وخسائر ائتمانية|Bad debts and credit losses|s|5202|D|BAD_DEBT
520212|فروق تقريب وتسويات بسيطة|Rounding and small differences|s|5202|D|ROUNDING
520213|مصروفات متنوعة|Sundry expenses|s|5202|D|EXP_DEFAULT
520214|ضريبة استقطاع متحمَّلة|Withholding tax borne|s|5202|D|WHT_BORNE
5203|مصروفات البيع والتسويق|Selling and marketing|m|52|D|
520301|دعاية وعينات مجانية|Advertising and free samples|s|5203|D|PROMO
520302|عمولات مبيعات|Sales commissions|s|5203|D|
520303|شحن وتوصيل|Freight and delivery|s|5203|D|
5204|الاستهلاك والإطفاء|Depreciation and amortisation|m|52|D|
520401|استهلاك وإطفاء|Depreciation and amortisation|s|5204|D|DEPR
53|مصروفات أخرى|Other expenses|m|5|D|
5301|تمويل وزكاة وخسائر|Finance, Zakat and losses|m|53|D|
530101|تكاليف التمويل|Finance costs|s|5301|D|/fin
530102|خسائر فروق عملة محققة|Realised FX losses|s|5301|D|FX_LOSS_R
530103|خسائر فروق عملة غير محققة|Unrealised FX losses|s|5301|D|FX_LOSS_U
530104|غرامات ومخالفات|Fines and penalties|s|5301|D|
530105|مصروف الزكاة وضريبة الدخل|Zakat and income tax expense|s|5301|D|ZAKAT_EXP
`

const types = { c: 'category', m: 'main', s: 'sub' } as const
const classes: Record<string, AccountClass> = { 1: 'A', 2: 'L', 3: 'E', 4: 'R', 5: 'X' }

// Stock, goods that wait for their invoice or bill, tax, advances, retention, revaluation, closing and the branches' own account move only with their documents. The VAT
// settlement is open: paying the authority is a journal entry.
const systemOnly: readonly (Role | null)[] = [
  'INV',
  'GDNI',
  'GRNI',
  'VAT_IN',
  'VAT_IMP',
  'VAT_OUT',
  'VAT_RC',
  'CUST_ADV',
  'SUPP_ADV',
  'CONTRACT_LIAB',
  'AR_FXADJ',
  'AP_FXADJ',
  'RETENTION_REC',
  'RETENTION_PAY',
  'RETAINED',
  'INTERBR',
]

/** Five categories first, every parent before its children. */
export const defaultChart: readonly ChartRow[] = rows.trim().split('\n').map(chartRow)

function chartRow(row: string): ChartRow {
  const [number, name, name_en, type, parent, nature, binding = ''] = row.split('|') as [
    string,
    string,
    string,
    keyof typeof types,
    string,
    Nature,
    string?,
  ]
  const [role, cash_flow_tag] = binding.split('/') as [Role | '', CashFlowTag?]
  return {
    number,
    name,
    name_en,
    type: types[type],
    parent: parent === '-' ? null : parent,
    class: classes[number.charAt(0)] as AccountClass,
    nature,
    role: role === '' ? null : role,
    cash_flow_tag: cash_flow_tag ?? null,
    manual_entries: !systemOnly.includes(role === '' ? null : role),
  }
}
