import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { customsDeclarations } from '#contract/documents/customs.ts'
import { purchases } from '#contract/documents/sides.ts'
import { paperCalls } from '#contract/paper/paper-calls.ts'
import IconPay from '~icons/tabler/cash'
import IconEdit from '~icons/tabler/pencil'
import { useCan } from '../api/useCan.ts'
import type { DocumentRecord } from '../documents/DocumentForm.tsx'
import { LockedNotice } from '../documents/LockedNotice.tsx'
import { lockReason } from '../documents/lockReason.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import classes from '../notes/Corrections.module.css'
import { WriteOffAmounts } from '../payments/write-offs/WriteOffAmounts.tsx'
import { customsPath, documentPath, paymentPath } from '../routes/paths.ts'
import { Amount } from '../ui/cells/Amount.tsx'
import { Num } from '../ui/cells/Num.tsx'
import { RecordPage } from '../ui/form/RecordPage.tsx'
import { DeleteRecord } from '../ui/page/DeleteRecord.tsx'
import { PdfButton } from '../ui/print/PdfButton.tsx'
import { PrintFrame } from '../ui/print/PrintFrame.tsx'
import { CustomsSheet } from './CustomsSheet.tsx'
import type { Declaration } from './Declaration.ts'

/** The printable page of a declaration, with what is paid of it. */
export function CustomsViewPage() {
  return (
    <RecordPage resource={customsDeclarations} list={customsPath}>
      {(record) => <CustomsView record={record} />}
    </RecordPage>
  )
}

function CustomsView({ record }: { record: Declaration }) {
  const { t } = useTranslation('customs')
  const navigate = useNavigate()
  return (
    <>
      <PrintFrame
        title={t('names.customs_declaration.one')}
        number={record.declaration_number}
        onBack={() => void navigate({ to: customsPath })}
        pdf={<PdfButton call={paperCalls.customs_declaration} id={record.id} />}
        more={record.is_void ? undefined : <CustomsMore record={record} />}
        actions={!record.is_void && <PayDuty record={record} />}
        above={
          <>
            {/* The notice reads what both records have. */}
            <LockedNotice side={purchases} record={record as unknown as DocumentRecord} words="customs" />
            {record.write_offs.length > 0 && (
              <ul className={classes.corrections}>
                <WriteOffAmounts side={purchases} record={record} number={record.declaration_number} />
              </ul>
            )}
            {record.bills.length > 0 && (
              <ul className={classes.corrections} aria-label={t('sections.bills')}>
                {record.bills.map((bill) => (
                  <li key={bill.id}>
                    <span>{t('fields.customs_declaration.bill_ids')}</span>
                    <Link to={`${documentPath(purchases)}/${bill.id}/view`} className="link">
                      <Num>{bill.number}</Num>
                    </Link>
                    <Num>{bill.date}</Num>
                    <Amount value={bill.total} currency={bill.currency} />
                  </li>
                ))}
              </ul>
            )}
          </>
        }
      >
        <CustomsSheet record={record} />
      </PrintFrame>
      <RecordHistory name="customs_declaration" id={record.id} />
    </>
  )
}

function CustomsMore({ record }: { record: Declaration }) {
  const { t } = useTranslation(['customs', 'common', 'documents'])
  const can = useCan()
  const navigate = useNavigate()
  return (
    <>
      {can(customsDeclarations.permissions.update) && (
        <Button
          variant="default"
          leftSection={<IconEdit aria-hidden />}
          onClick={() => void navigate({ to: `${customsPath}/${record.id}` })}
        >
          {lockReason(record) ? t('documents:remarks.action') : t('common:actions.edit')}
        </Button>
      )}
      {lockReason(record) === null && (
        <DeleteRecord resource={customsDeclarations} id={record.id} name={record.declaration_number} act="void" />
      )}
    </>
  )
}

function PayDuty({ record }: { record: Declaration }) {
  const { t } = useTranslation('customs')
  const can = useCan()
  const navigate = useNavigate()
  const pay = { document: String(record.id), kind: 'customs_declaration' }
  if (record.remaining_amount <= 0 || !can('create-expense-payment')) return null
  return (
    <Button
      leftSection={<IconPay aria-hidden />}
      onClick={() => void navigate({ to: `${paymentPath(purchases)}/create`, search: pay })}
    >
      {t('actions.pay')}
    </Button>
  )
}
