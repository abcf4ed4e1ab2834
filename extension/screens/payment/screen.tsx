import { useEffect, useRef } from 'preact/hooks'
import { announce } from '#shared/ui/kit/announcements.ts'
import { Empty } from '#shared/ui/kit/empty.tsx'
import { Loaded } from '#shared/ui/kit/loaded.tsx'
import { ask } from '../../background/ask.ts'
import type { OpenIntent } from '../../intents/intent.ts'
import { Heading } from '../../ui/heading.tsx'
import { routeHash } from '../../ui/route.ts'
import type { ScreenProps } from '../../ui/screen.ts'
import { useLive } from '../../ui/use-live.ts'
import * as words from '../../words/en.ts'
import { goesOn, type Outlook, outlookOf } from './model.ts'
import { PaymentView } from './payment-view.tsx'

/** One payment that was begun here, followed to its end. */
export function Payment(props: ScreenProps) {
  const id = props.params.get('id')
  return id === null ? <Nothing>{words.payment.none}</Nothing> : <Followed {...props} id={id} />
}

function Followed({ id, ...props }: ScreenProps & { id: string }) {
  const seen = useLive(() => ask('money.look', { id }), goesOn, id)
  const intent = seen.is === 'ready' ? seen.value : undefined
  useAnnouncement(intent)
  if (seen.is === 'refused' && seen.failure.code === 'unknown_intent') {
    return <Nothing>{words.problems.unknown_intent}</Nothing>
  }
  // Somebody switched to another gateway while it was shown.
  if (intent !== undefined && intent.profileId !== props.profile.id) return <Nothing>{words.payment.elsewhere}</Nothing>
  return (
    <>
      <Heading back="home">{intent === undefined ? words.transaction.title : words.verbs[intent.order.verb]}</Heading>
      <Loaded of={seen}>{(value) => <PaymentView {...props} intent={value} reload={seen.reload} />}</Loaded>
    </>
  )
}

function Nothing({ children }: { children: string }) {
  return (
    <>
      <Heading back="home">{words.transaction.title}</Heading>
      <Empty
        icon="activity"
        action={
          <a class="button" href={routeHash('activity')}>
            {words.app.nav.activity}
          </a>
        }
      >
        {children}
      </Empty>
    </>
  )
}

const said: Partial<Record<Outlook, (what: string) => string>> = {
  settled: words.payment.settledSaid,
  failed: words.payment.failedSaid,
  refused: words.payment.refusedSaid,
}

/** Says aloud how it ended, once, and only where that was seen to happen. */
function useAnnouncement(intent: OpenIntent | undefined): void {
  const outlook = intent && outlookOf(intent)
  const before = useRef<Outlook | undefined>(undefined)
  useEffect(() => {
    if (intent === undefined || outlook === undefined) return
    if (before.current !== undefined && before.current !== outlook) {
      const text = said[outlook]?.(words.verbs[intent.order.verb])
      if (text !== undefined) announce(text)
    }
    before.current = outlook
  }, [outlook])
}
