import { useEffect } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Announcer } from '#shared/ui/kit/states/announcer.tsx'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { profiles } from '../../gateway/profiles.ts'
import type { Approval } from '../../sites/approvals/approval.ts'
import { approvals } from '../../sites/approvals/store.ts'
import { settings } from '../../store/settings.ts'
import { openTab } from '../../ui/frame/open-tab.ts'
import { Strip } from '../../ui/frame/strip.tsx'
import { useItem } from '../../ui/hooks/use-item.ts'
import { usePresence } from '../../ui/hooks/use-presence.ts'
import { isOpen, stored } from '../../vault/state.ts'
import { approveWords } from '../../words/en/sites/approve.ts'
import { Locked } from './locked.tsx'
import { faceOf, kindOf } from './model.ts'
import { PayPrompt, type PayPromptProps } from './pay-prompt.tsx'
import { Prompt } from './prompt.tsx'
import { Refuse } from './refuse.tsx'
import { useOwnWindow } from './use-own-window.ts'
import './approve.css'

/** The window in which web pages wait for an answer: one after the other, the first that asked first. */
export function Approve() {
  const vault = useItem(stored)
  const open = useItem(isOpen)
  const known = useItem(profiles)
  const queue = useItem(approvals)
  const chosen = useItem(settings)
  useOwnWindow(queue)
  usePresence(open === true)
  useEffect(() => {
    if (chosen !== undefined) document.documentElement.dataset.appearance = chosen.appearance
  }, [chosen?.appearance])
  const there = vault !== undefined && open !== undefined && known !== undefined && queue !== undefined
  if (!there || chosen === undefined) return null

  const face = faceOf({
    vault: vault === null ? 'none' : vault === 'damaged' ? 'damaged' : 'there',
    open,
    profiles: known,
    queue,
  })
  return (
    <div class="approve">
      {known.list.length > 0 && <Strip />}
      {face.is === 'nothing' && <Nothing />}
      {face.is === 'locked' && <Locked key={face.approval.id} {...face} />}
      {face.is === 'prompt' && (
        // Another question, or the same one of another gateway, begins anew, and so does the time before Allow.
        <Question
          key={`${face.approval.id} ${face.profile.id}`}
          {...face}
          profiles={known}
          hidden={chosen.hideConfidential}
        />
      )}
      {(face.is === 'set-up' || face.is === 'damaged' || face.is === 'connect') && (
        <InDashboard is={face.is} approval={face.approval} />
      )}
      <Announcer />
    </div>
  )
}

/** A payment is another question than an address card. */
function Question(props: PayPromptProps) {
  return props.approval.request === undefined ? <Prompt {...props} /> : <PayPrompt {...props} />
}

function Nothing() {
  const words = approveWords
  return (
    <main class="approve-main">
      <h1 class="unseen">{words.window}</h1>
      <Empty icon="check" action={<Button onClick={() => window.close()}>{words.close}</Button>}>
        {words.nothing}
      </Empty>
    </main>
  )
}

/** What is missing is set up in a tab; the question waits meanwhile. */
function InDashboard({ is, approval }: { is: 'set-up' | 'damaged' | 'connect'; approval: Approval }) {
  const words = approveWords
  const { hostname } = new URL(approval.origin)
  return (
    <main class="approve-main">
      <h1>{words.missing[is].title}</h1>
      <p>
        <bdi>{hostname}</bdi> {words.asks[kindOf(approval)]} {words.missing[is].about}
      </p>
      <Button kind="main" wide icon="external" onClick={() => openTab(is === 'connect' ? 'connect' : 'home')}>
        {words.missing[is].action}
      </Button>
      <Refuse key={approval.id} approval={approval} />
    </main>
  )
}
