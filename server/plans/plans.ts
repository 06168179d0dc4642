/** The subscription plans, in riyals a month. Shown only: nothing in the product depends on the plan yet. */
export const plans = [
  plan(1, 'الأساسية', 'Essential', '79', [
    ['فواتير ضريبية بلا حدود', 'Unlimited tax invoices'],
    ['فرع واحد ومستخدمان', 'One branch, two users'],
    ['العملاء والأصناف وسندات القبض', 'Customers, products and receipts'],
  ]),
  plan(2, 'الأعمال', 'Business', '149', [
    ['كل ما في الأساسية', 'Everything in Essential'],
    ['المشتريات والموردون وسندات الصرف', 'Purchases, suppliers and payments'],
    ['المخزون بمتوسط التكلفة', 'Stock at average cost'],
    ['حتى خمسة فروع وعشرة مستخدمين', 'Up to five branches and ten users'],
  ]),
  plan(3, 'المنشأة', 'Enterprise', '299', [
    ['كل ما في الأعمال', 'Everything in Business'],
    ['المحاسبة الكاملة ومراكز التكلفة', 'Full accounting and cost centers'],
    ['صلاحيات مفصلة ومستخدمون بلا حدود', 'Detailed permissions, unlimited users'],
    ['استضافة على خوادمكم', 'Hosting on your own servers'],
  ]),
]

function plan(id: number, name: string, name_en: string, amount: string, features: [string, string][]) {
  return {
    id,
    name,
    name_en,
    amount,
    features: features.map(([ar, en], index) => ({ id: id * 10 + index, name: ar, name_en: en })),
  }
}
