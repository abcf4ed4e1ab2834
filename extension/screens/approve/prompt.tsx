import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ENVIRONMENT } from '#shared/api/kit/base.ts'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { ask } from '../../background/ask.ts'
import type { Profile, ProfileList } from '../../gateway/profiles.ts'
import type { Approval } from '../../sites/approvals/approval.ts'
import { sites } from '../../sites/sites.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { approveWords, networkNames } from '../../words/en/sites/approve.ts'
import { notesOf } from '../sites/look-alike.ts'
import { OriginName } from '../sites/origin-name.tsx'
import { SiteNotes } from '../sites/site-notes.tsx'
import { WillSee } from '../sites/will-see.tsx'
import { Answers } from './answers/answers.tsx'
import { knownOrigins, TERMS, type Term } from './model.ts'
import { PickWallet } from './pick-wallet.tsx'
import { PromptHead } from './prompt-head.tsx'
import { titleOf } from './title.ts'
import { useSeen } from './use-seen.ts'

export type PromptProps = { approval: Approval; of: number; profile: Profile; profiles: ProfileList }

const terms = () => (Object.keys(TERMS) as Term[]).map((value) => ({ value, title: approveWords.terms[value] }))

/** One question of one page: who asks, what for, what it would see, and which wallet it is about. */
export function Prompt({ approval, of, profile, profiles }: PromptProps) {
  const words = approveWords
  const { id, origin, purpose } = approval
  const asks = useId()
  const refuse = useRef<HTMLButtonElement>(null)
  const enabled = useItem(sites)
  const [walletId, setWalletId] = useState<string>()
  const [term, setTerm] = useState<Term>('day')
  const sees = useRef<HTMLLIElement>(null)
  const seen = useSeen(sees)
  useEffect(() => {
    document.title = titleOf(approval)
  }, [origin])
  useLayoutEffect(() => refuse.current?.focus({ preventScroll: true }), [])

  const no = useAction(() => ask('approval.decide', { id, allow: false }))
  const yes = useAction(async () => {
    if (walletId === undefined) return
    await ask('approval.decide', { id, allow: true, profileId: profile.id, walletId, days: TERMS[term] })
  })
  const failure = yes.failure ?? no.failure
  return (
    <>
      <main class="approve-main">
        <PromptHead id={asks} question={words.question} of={of} />
        <div class="approve-who">
          <p id={`${asks}-who`}>
            <OriginName origin={origin} />
          </p>
          {purpose !== null && (
            <figure class="approve-purpose">
              <figcaption>{words.purpose}</figcaption>
              <blockquote>
                <bdi>{purpose}</bdi>
              </blockquote>
            </figure>
          )}
        </div>
        <SiteNotes notes={notesOf(origin, knownOrigins(enabled ?? [], profiles, origin))} />
        <section class="approve-sees" aria-labelledby={`${asks}-sees`}>
          <h2 id={`${asks}-sees`}>{words.sees}</h2>
          <WillSee network={networkNames[ENVIRONMENT]} endRef={sees} />
        </section>
        <div class="approve-wallet">
          <PickWallet profile={profile} value={walletId} onChange={setWalletId} />
          <p class="approve-gateway">
            {words.gateway} <ProfileName profile={profile} />
          </p>
        </div>
        <Choice legend={words.term} name="term" options={terms()} value={term} onChange={setTerm} narrow />
        {failure !== undefined && <Refused failure={failure} />}
      </main>
      <Answers
        refuseRef={refuse}
        describedBy={`${asks}-title ${asks}-who`}
        ready={walletId !== undefined && seen}
        about={walletId}
        hint={seen ? undefined : words.readFirst}
        busy={{ yes: yes.busy, no: no.busy }}
        onRefuse={no.run}
        onAllow={yes.run}
      />
    </>
  )
}
