import { useEffect, useRef } from 'preact/hooks'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { ask } from '../../background/ask.ts'
import { profiles } from '../../gateway/profiles.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { useLive } from '../../ui/hooks/use-live.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { appWords } from '../../words/en/app.ts'
import { paymentWords } from '../../words/en/payments/payment.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { verbWords } from '../../words/en/payments/verbs.ts'
import { problemWords } from '../../words/en/problems.ts'
import { goesOn, isNews, type Outlook, outlookOf } from './model.ts'
import { PaymentView } from './payment-view.tsx'

/** One payment that was begun here, followed to its end. */
export function Payment(props: ScreenProps) {
  const id = props.params.get('id')
  return id === null ? <Nothing>{paymentWords.none}</Nothing> : <Followed {...props} id={id} />
}

function Followed({ id, ...props }: ScreenProps & { id: string }) {
  const seen = useLive(() => ask('money.look', { id }), goesOn, id)
  const intent = seen.is === 'ready' ? seen.value : undefined
  const other = useItem(profiles)?.list.find((each) => each.id === intent?.profileId)
  useAnnouncement(intent)
  if (seen.is === 'refused' && seen.failure.code === 'unknown_intent') {
    return <Nothing>{problemWords.unknown_intent}</Nothing>
  }
  // Somebody switched to another gateway while it was shown, or came here from a request that another one has paid.
  if (intent !== undefined && intent.profileId !== props.profile.id)
    return other ? <Nothing>{paymentWords.elsewhere(other.name)}</Nothing> : null
  return (
    <>
      <Heading back="home">{intent === undefined ? transactionWords.title : verbWords[intent.order.verb]}</Heading>
      <Loaded of={seen}>{(value) => <PaymentView {...props} intent={value} reload={seen.reload} />}</Loaded>
    </>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <>
      <Heading back="home">{transactionWords.title}</Heading>
      <Empty
        icon="activity"
        action={
          <a class="button" href={routeHash('activity')}>
            {appWords.nav.activity}
          </a>
        }
      >
        {children}
      </Empty>
    </>
  )
}

const texts: Partial<Record<Outlook, (what: string) => string>> = {
  settled: (what) => paymentWords.settledText(what),
  failed: (what) => paymentWords.failedText(what),
  refused: (what) => paymentWords.refusedText(what),
}

/** Says aloud how it ended, once, and only where that is news. */
function useAnnouncement(intent: OpenIntent | undefined): void {
  const outlook = intent && outlookOf(intent)
  const before = useRef<Outlook | undefined>(undefined)
  useEffect(() => {
    if (intent === undefined || outlook === undefined) return
    if (isNews(outlook, before.current, Date.now() - intent.consentedAt)) {
      const text = texts[outlook]?.(verbWords[intent.order.verb])
      if (text !== undefined) announce(text)
    }
    before.current = outlook
  }, [outlook])
}
