import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customsDeclarations } from '#contract/customs.ts'
import type { Resource } from '#contract/kit/resource.ts'
import { purchases } from '#contract/sides.ts'
import IconPay from '~icons/tabler/cash'
import IconEdit from '~icons/tabler/pencil'
import IconVoid from '~icons/tabler/trash'
import type { RecordOf } from '../api/resource.ts'
import { useCan } from '../api/useCan.ts'
import type { DocumentRecord } from '../documents/DocumentForm.tsx'
import { documentPath, paymentPath } from '../documents/documentPath.ts'
import { LiftLock } from '../documents/LiftLock.tsx'
import { LockedNotice } from '../documents/LockedNotice.tsx'
import { whyLocked } from '../documents/whyLocked.ts'
import { RecordHistory } from '../history/RecordHistory.tsx'
import { Amount } from '../kit/cells/Amount.tsx'
import { Num } from '../kit/cells/Num.tsx'
import { RecordPage } from '../kit/form/RecordPage.tsx'
import classes from '../notes/Corrections.module.css'
import { PrintFrame } from '../paper/PrintFrame.tsx'
import { CustomsSheet } from './CustomsSheet.tsx'
import { customsPath } from './customsPath.ts'

const ConfirmDelete = lazy(async () => ({ default: (await import('../kit/ConfirmDelete.tsx')).ConfirmDelete }))
export type Declaration = RecordOf<typeof customsDeclarations>

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
        actions={!record.is_void && <CustomsActions record={record} />}
        above={
          <>
            <LockedNotice
              side={purchases}
              record={record as unknown as DocumentRecord}
              words="customs"
              wayOut={<LiftLock why={whyLocked(record) ?? ''} />}
            />
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

function CustomsActions({ record }: { record: Declaration }) {
  const { t } = useTranslation(['customs', 'common', 'documents'])
  const can = useCan()
  const navigate = useNavigate()
  const [removing, setRemoving] = useState(false)
  const { permissions } = customsDeclarations
  const pay = { document: String(record.id), kind: 'customs_declaration' }
  return (
    <>
      {can(permissions.update) && (
        <Button
          variant="default"
          leftSection={<IconEdit aria-hidden />}
          onClick={() => void navigate({ to: `${customsPath}/${record.id}` })}
        >
          {whyLocked(record) ? t('documents:remarks.action') : t('common:actions.edit')}
        </Button>
      )}
      {can(permissions.delete) && whyLocked(record) === null && (
        <Button variant="default" leftSection={<IconVoid aria-hidden />} onClick={() => setRemoving(true)}>
          {t('common:actions.delete')}
        </Button>
      )}
      {record.remaining_amount > 0 && can('create-expense-payment') && (
        <Button
          leftSection={<IconPay aria-hidden />}
          onClick={() => void navigate({ to: `${paymentPath(purchases)}/create`, search: pay as never })}
        >
          {t('actions.pay')}
        </Button>
      )}
      <Suspense>
        {removing && (
          <ConfirmDelete
            resource={customsDeclarations as unknown as Resource}
            id={record.id}
            name={record.declaration_number}
            onClose={() => setRemoving(false)}
          />
        )}
      </Suspense>
    </>
  )
}
