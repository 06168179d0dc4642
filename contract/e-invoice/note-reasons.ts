/** The five reasons for a credit or debit note (VAT implementing regulations, article 54), in the words the authority's samples use. */
export const noteReasons = {
  cancelled: {
    en: 'Cancellation or suspension of the supplies after its occurrence either wholly or partially',
    ar: 'إلغاء أو وقف التوريدات بعد حدوثها سواء كليًا أو جزئيًا',
  },
  supply_changed: {
    en: 'In case of essential change or amendment in the supply, which leads to the change of the VAT due',
    ar: 'عند وجود تغيير أو تعديل جوهري في التوريد يؤدي إلى تغيير الضريبة المستحقة',
  },
  value_amended: {
    en: 'Amendment of the supply value which is pre-agreed upon between the supplier and consumer',
    ar: 'تعديل قيمة التوريد المتفق عليها مسبقًا بين المورد والعميل',
  },
  returned: { en: 'In case of goods or services refund', ar: 'عند ترجيع السلع أو الخدمات' },
  party_changed: {
    en: "In case of change in Seller's or Buyer's information",
    ar: 'عند التغيير في بيانات المورد أو العميل',
  },
} as const

export type NoteReason = keyof typeof noteReasons

/** KSA-10: the legal reason in both languages, and what people add to it. */
export function noteReasonText(reason: NoteReason, remark: string | null = null): string {
  const { en, ar } = noteReasons[reason]
  return [`${en} | ${ar}`, remark].filter((part) => part !== null && part.trim() !== '').join(': ')
}
