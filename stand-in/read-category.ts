import type { Allowance, Category, Exemption } from '#contract/e-invoice/model.ts'
import { textAt } from '#server/xml/element-path.ts'
import type { XmlElement } from '#server/xml/parse-xml.ts'

export const readAllowance = (one: XmlElement): Allowance => ({
  is_charge: textAt(one, 'cbc:ChargeIndicator')?.trim() === 'true',
  reason_code: textAt(one, 'cbc:AllowanceChargeReasonCode'),
  reason: textAt(one, 'cbc:AllowanceChargeReason'),
  percent: textAt(one, 'cbc:MultiplierFactorNumeric'),
  base: textAt(one, 'cbc:BaseAmount'),
  amount: textAt(one, 'cbc:Amount') ?? '',
})

export const readCategory = (category: XmlElement | null): { category: Category; rate: string } => ({
  category: ((category && textAt(category, 'cbc:ID')?.trim()) ?? '') as Category,
  rate: (category && textAt(category, 'cbc:Percent')) ?? '0',
})

export function readExemption(category: XmlElement | null): Exemption | null {
  const [code, text] = ['cbc:TaxExemptionReasonCode', 'cbc:TaxExemptionReason'].map(
    (name) => category && textAt(category, name),
  )
  return code == null && text == null ? null : { code: code?.trim() ?? null, text: text ?? null }
}
