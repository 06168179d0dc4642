import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyText } from '#contract/paper/money-text.ts'
import type { PublicPage as Shared } from '#contract/sharing/public-page.ts'
import { request } from '../api/client.ts'
import { changeLanguage, currentLanguage } from '../i18n/i18n.ts'
import { AnswerOffer } from './AnswerOffer.tsx'
import { HowToPay } from './HowToPay.tsx'
import { PaperItems } from './PaperItems.tsx'
import { nameOf, PublicFrame, RefusedLink } from './PublicFrame.tsx'
import classes from './PublicPage.module.css'
import { readableAccent } from './readableAccent.ts'
import { SayWhatIsWrong } from './SayWhatIsWrong.tsx'

/** The page of a link: the paper, its state, how to pay, and a form to report a mistake. */
export function PublicPage() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  return (
    <PublicFrame>
      <Content token={token} />
    </PublicFrame>
  )
}

function Content({ token }: { token: string }) {
  const shared = useQuery({
    queryKey: ['/shared', token],
    queryFn: async ({ signal }) =>
      (await request<{ data: Shared }>({ method: 'GET', path: '/shared/:token' }, { params: { token }, signal })).data,
    retry: false,
    refetchOnWindowFocus: false,
  })
  useLanguageOf(shared.data)
  if (shared.error) return <RefusedLink error={shared.error} onRetry={() => void shared.refetch()} />
  if (!shared.data) return <LoadingDocument />
  return <Document token={token} shared={shared.data} />
}

/** The page opens in the language the sender chose; the reader may change it. */
function useLanguageOf(shared: Shared | undefined): void {
  const language = shared?.language
  useEffect(() => {
    if (language && language !== currentLanguage()) void changeLanguage(language, false)
  }, [language])
}

function Document({ token, shared }: { token: string; shared: Shared }) {
  const { t } = useTranslation('publicPage')
  const { seller, state, has_paper, has_xml, kind, number } = shared
  const base = `/api/shared/${token}`
  return (
    <div className={classes.document} style={accentOf(seller.accent)}>
      <section className={classes.card} data-branded={seller.accent ? true : undefined}>
        <header className={classes.head}>
          {seller.logo && <img src={seller.logo} alt="" className={classes.logo} />}
          <div>
            <bdi className={classes.seller}>{nameOf(seller)}</bdi>
            <h1>
              {t(`kinds.${kind}`)} {number && <bdi className="num">{number}</bdi>}
            </h1>
          </div>
          {(has_paper || state === 'void') && (
            <strong className={classes.state} data-state={state}>
              {t(`states.${state}`)}
            </strong>
          )}
        </header>
        <Facts shared={shared} />
        {state === 'void' && (
          <p className={classes.warning} role="alert">
            {t(shared.total === null ? 'void_unpriced' : 'void')}
          </p>
        )}
        {has_paper && (
          <p className={classes.downloads}>
            <a className={classes.button} href={`${base}/pdf`} download>
              {t('download_pdf')}
            </a>
            {has_xml && (
              <a className={classes.plain} href={`${base}/xml`} download>
                {t('download_xml')}
              </a>
            )}
          </p>
        )}
      </section>
      <HowToPay shared={shared} />
      <AnswerOffer token={token} shared={shared} />
      {shared.items && <PaperItems items={shared.items} />}
      {has_paper ? (
        <section className={classes.paper} aria-label={t('paper')}>
          {/* Fitted to the screen; a press shows it alone, where it can be enlarged. */}
          <a href={`${base}/picture`} target="_blank" rel="noopener" aria-label={t('enlarge')}>
            <img src={`${base}/picture`} alt={`${t(`kinds.${kind}`)} ${number ?? ''}`} width={794} height={1123} />
          </a>
        </section>
      ) : (
        state !== 'void' && <p className={classes.card}>{t(kind === 'quotation' ? 'offer.revised' : 'no_paper')}</p>
      )}
      <SayWhatIsWrong token={token} />
    </div>
  )
}

/** The colour of the seller's letterhead, where white letters can be read on it. */
function accentOf(accent: string | null): CSSProperties | undefined {
  const color = accent && readableAccent(accent)
  return color ? ({ '--accent': color } as CSSProperties) : undefined
}

/** As high as the usual document, so that nothing moves when it arrives. */
function LoadingDocument() {
  const { t } = useTranslation('publicPage')
  return (
    <div className={classes.document} role="status" aria-label={t('loading')}>
      <div className={`${classes.card} ${classes.loading}`} />
      <div className={`${classes.card} ${classes.loading}`} />
      <div className={`${classes.paper} ${classes.loadingPaper}`} />
    </div>
  )
}

function Facts({ shared }: { shared: Shared }) {
  const { t } = useTranslation('publicPage')
  const { party, date, due_date, total, remaining, currency, seller } = shared
  const money = (value: number) => moneyText(value, currency)
  const isOpen = remaining !== null && remaining !== total && remaining > 0
  return (
    <dl className={classes.facts}>
      <Fact name={t('to')}>
        <bdi>{nameOf(party)}</bdi>
      </Fact>
      {date && (
        <Fact name={t('date')}>
          <bdi className="num">{date}</bdi>
        </Fact>
      )}
      {shared.offer && (
        <Fact name={t('offer.valid_until')}>
          <bdi className="num">{shared.offer.valid_until}</bdi>
        </Fact>
      )}
      {due_date && (
        <Fact name={t('due_date')}>
          <bdi className="num">{due_date}</bdi>
        </Fact>
      )}
      {total !== null && (
        <Fact name={t('total')}>
          <bdi className="num">{money(total)}</bdi>
        </Fact>
      )}
      {isOpen && (
        <Fact name={t('remaining')}>
          <bdi className="num">{money(remaining)}</bdi>
        </Fact>
      )}
      {(seller.email || seller.phone) && (
        <Fact name={t('contact')} isWide>
          {seller.email && <a href={`mailto:${seller.email}`}>{seller.email}</a>}{' '}
          {seller.phone && (
            <a href={`tel:${seller.phone}`}>
              <bdi dir="ltr">{seller.phone}</bdi>
            </a>
          )}
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, isWide, children }: { name: string; isWide?: true; children: ReactNode }) => (
  <div data-wide={isWide}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
