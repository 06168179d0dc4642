import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { zakatCalls } from '#contract/zakat/zakat.ts'
import { type ZakatLine, zakatLines } from '#ledger/zakat/zakat.ts'
import { useActionMutation } from '../api/useActionMutation.ts'
import { useCallQuery } from '../api/useCallQuery.ts'
import { useCan } from '../api/useCan.ts'
import { localName } from '../i18n/localName.ts'
import { Num } from '../ui/cells/Num.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadingPage } from '../ui/page/LoadingPage.tsx'
import classes from './Zakat.module.css'

type Bound = {
  id: number
  number: string
  name: string
  name_en: string | null
  line: ZakatLine | null
  proposed: ZakatLine | null
}

/** Each account of the balance sheet with the line of the Zakat base it belongs to. */
export function ZakatLinesPage() {
  const { t } = useTranslation('zakat')
  const can = useCan()
  const answer = useCallQuery(zakatCalls.lines)
  const [changed, setChanged] = useState<ReadonlyMap<number, ZakatLine | null>>(new Map())
  const save = useActionMutation(zakatCalls.bind, () => void answer.refetch().then(() => setChanged(new Map())))
  const accounts = answer.data as Bound[] | undefined
  if (!accounts) return <LoadingPage of={answer} />
  const lineOf = (account: Bound) => (changed.has(account.id) ? changed.get(account.id) : account.line) ?? null
  const choose = (id: number, line: string) =>
    setChanged(new Map([...changed, [id, (line || null) as ZakatLine | null]]))
  const propose = () => setChanged(new Map(accounts.map((one) => [one.id, lineOf(one) ?? one.proposed])))
  const bind = () => {
    const lines = accounts.flatMap((one) => {
      const line = lineOf(one)
      return line ? [{ account_id: one.id, line }] : []
    })
    save.mutate({ body: { lines } })
  }
  const mayWrite = can(...zakatCalls.bind.admission)
  const choices = [
    { value: '', label: t('lines.none') },
    ...zakatLines.map((value) => ({ value, label: t(`lines.${value}`) })),
  ]
  return (
    <>
      <PageHeader title={t('bind_title')} detail={t('bind_hint')}>
        {mayWrite && (
          <>
            <Button variant="default" onClick={propose}>
              {t('actions.propose')}
            </Button>
            <Button loading={save.isPending} disabled={changed.size === 0} onClick={bind}>
              {t('actions.save')}
            </Button>
          </>
        )}
      </PageHeader>
      <ul className={classes.accounts}>
        {accounts.map((account) => (
          <li key={account.id}>
            <span className={classes.name}>
              <Num>{account.number}</Num> <bdi>{localName(account)}</bdi>
            </span>
            <NativeSelect
              aria-label={`${account.number} ${localName(account)}`}
              data={choices}
              value={lineOf(account) ?? ''}
              disabled={!mayWrite}
              onChange={(event) => choose(account.id, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
