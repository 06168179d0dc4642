import { Navigate } from '@tanstack/react-router'
import { customsCalls, customsDeclarations } from '#contract/documents/customs.ts'
import type { RecordOf } from '../api/resource.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { lockReason } from '../documents/lockReason.ts'
import { localName } from '../i18n/localName.ts'
import { customsPath } from '../routes/paths.ts'
import { useUsualBranch } from '../ui/fields/BranchField.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import { today } from '../ui/today.ts'
import { CustomsForm } from './CustomsForm.tsx'
import { CustomsRemarksForm } from './CustomsRemarksForm.tsx'
import { emptyGoodsLine } from './goodsLine.ts'

/** A new declaration: today, its tax reckoned at the rate of imports. */
export function CustomsCreatePage() {
  const rate = useCallQuery(customsCalls.rate)
  const branch = useUsualBranch()
  if (!rate.data || branch.isAwaited) return <LoadingPage of={rate} list={customsPath} />
  const values = {
    declaration_number: '',
    declaration_date: today(),
    due_date: today(),
    supplier_id: '',
    branch_id: branch.usual,
    customs_value: '',
    duty: '',
    vat_base: '',
    vat: '',
    notes: '',
    bill_ids: [],
    lines: [emptyGoodsLine()],
  }
  return <CustomsForm id={null} values={values} rate={(rate.data as { rate: number }).rate} bills={[]} />
}

/** A posted declaration to correct; of a locked one what is no figure, a void one is only looked at. */
export function CustomsEditPage() {
  const rate = useCallQuery(customsCalls.rate)
  if (!rate.data) return <LoadingPage of={rate} list={customsPath} />
  return (
    <RecordPage resource={customsDeclarations} list={customsPath}>
      {(record) => {
        const why = lockReason(record)
        if (why === 'document_void') return <Navigate to={`${customsPath}/${record.id}/view`} replace />
        const values = editedValues(record)
        if (why) return <CustomsRemarksForm record={record} values={values} why={why} />
        const known = { rate: (rate.data as { rate: number }).rate, bills: record.bills }
        return <CustomsForm id={record.id} values={values} {...known} />
      }}
    </RecordPage>
  )
}

function editedValues(record: RecordOf<typeof customsDeclarations>) {
  const { declaration_number, declaration_date, due_date, supplier, version } = record
  const lines = record.lines.map((line) => ({
    line_number: line.line_number,
    product_id: String(line.product_id),
    label: localName(line),
    quantity: String(line.quantity),
    value: line.value === 0 ? '' : String(line.value),
  }))
  return {
    declaration_number,
    declaration_date,
    due_date,
    supplier,
    version,
    supplier_id: String(record.supplier_id),
    branch_id: String(record.branch_id),
    customs_value: String(record.customs_value),
    duty: String(record.duty),
    vat_base: String(record.vat_base),
    vat: String(record.vat),
    notes: record.notes ?? '',
    bill_ids: record.bills.map((bill) => String(bill.id)),
    lines: lines.length > 0 ? lines : [emptyGoodsLine()],
  }
}
