import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Delivery, deliveryCalls } from '#contract/sharing/deliveries.ts'
import IconWhatsApp from '~icons/tabler/brand-whatsapp'
import IconCopy from '~icons/tabler/copy'
import { request } from '../api/client.ts'
import { useWritten } from '../api/resource.ts'
import { showFailure, showSuccess } from '../api/toasts.ts'
import { useSingleFlight } from '../api/useSingleFlight.ts'
import type { WayProps } from './MailForm.tsx'
import classes from './Sharing.module.css'
import { whatsAppAddress } from './whatsAppAddress.ts'

/** A link of its own for each reader: sent with WhatsApp, which needs no server of ours, or copied. */
export function LinkPanel({
  kind,
  id,
  days,
  start,
  language,
  issueFirst,
  way,
}: WayProps & { way: 'whatsapp' | 'link' }) {
  const { t } = useTranslation('sharing')
  const [phone, setPhone] = useState(start.phone ?? '')
  const place = t('sheet.link_place')
  const [message, setMessage] = useState(withLinkAt(start.words[language].message, place))
  const { link, isBusy, make } = useMadeLink({ kind, id, days, language, issueFirst, way })
  const text = (made: string) => (way === 'link' ? made : filled(message, place, made))
  // A window opened after the answer would be blocked: it is opened by the press and led on when the link is there.
  const press = async () => {
    const opened = way === 'whatsapp' ? openedWindow() : null
    const made = await make()
    if (made && opened) opened.location.href = whatsAppAddress(phone, text(made))
    else opened?.close()
  }
  const address = link && way === 'whatsapp' ? whatsAppAddress(phone, text(link)) : null
  return (
    <div className={classes.sheet}>
      {way === 'whatsapp' && (
        <>
          <TextInput
            label={t('sheet.phone')}
            description={start.phone ? undefined : t('sheet.no_phone', { party: start.party })}
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
            inputMode="tel"
            dir="ltr"
            autoComplete="off"
          />
          <Textarea
            label={t('sheet.message')}
            rows={6}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            classNames={{ input: 'any-input' }}
          />
        </>
      )}
      <p className={classes.hint}>{t(way === 'link' ? 'sheet.link_way_hint' : 'sheet.whatsapp_hint')}</p>
      {link ? (
        <MadeLink link={link} text={text(link)} address={address} />
      ) : (
        <Button
          loading={isBusy}
          onClick={() => void press()}
          leftSection={way === 'whatsapp' ? <IconWhatsApp aria-hidden /> : undefined}
        >
          {t(
            `sheet.${issueFirst?.isUnissued ? 'issue_and_' : ''}${way === 'whatsapp' ? 'open_whatsapp' : 'make_link'}`,
          )}
        </Button>
      )}
    </div>
  )
}

type LinkRequest = Pick<WayProps, 'kind' | 'id' | 'days' | 'language' | 'issueFirst'> & { way: string }

/** Makes the link once. `make` answers it, or null where it was refused. */
function useMadeLink({ kind, id, days, language, issueFirst, way }: LinkRequest) {
  const [isBusy, setIsBusy] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const call = deliveryCalls[kind].create
  const written = useWritten(call.path)
  const make = useSingleFlight(async () => {
    setIsBusy(true)
    try {
      if (issueFirst && !(await issueFirst.ready())) return null
      const body = { ...days, channel: way, language }
      const { data } = await request<{ data: Delivery }>(call, { params: { id }, body })
      setLink(data.link)
      written()
      return data.link
    } catch (error) {
      showFailure('update_failed', error)
      return null
    } finally {
      setIsBusy(false)
    }
  })
  return { link, isBusy, make }
}

const withLinkAt = (text: string, link: string): string => text.replaceAll('{link}', link)

/** The message with its link. Where the placeholder was deleted, the link is added at the end. */
const filled = (message: string, place: string, link: string): string =>
  message.includes(place) ? message.replaceAll(place, link) : `${message.trimEnd()}\n${link}`

function openedWindow(): Window | null {
  const opened = window.open('', '_blank')
  if (opened) opened.opener = null
  return opened
}

type MadeLinkProps = { link: string; text: string; address: string | null }

function MadeLink({ link, text, address }: MadeLinkProps) {
  const { t } = useTranslation('sharing')
  return (
    <div className={classes.made}>
      <bdi className={classes.link} data-testid="shared-link">
        {link}
      </bdi>
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconCopy aria-hidden />} onClick={() => void copy(text)}>
          {t('sheet.copy')}
        </Button>
        {address && (
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconWhatsApp aria-hidden />}
          >
            {t('sheet.open_whatsapp')}
          </Button>
        )}
      </div>
    </div>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showSuccess('copied')
  } catch (error) {
    // Without the permission the link is marked and copied with the keys.
    showFailure('copy_failed', error)
  }
}
