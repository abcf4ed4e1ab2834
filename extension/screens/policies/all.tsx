import type { Client } from '#shared/client.ts'
import { Section } from '#shared/ui/kit/layout/section.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import type { Profile } from '../../gateway/profiles.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { useContacts } from '../../ui/contacts/use-contacts.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { routeHash } from '../../ui/routes/route.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { type Holder, holderName, readHolders } from './held.ts'
import { rules, ruleText } from './model.ts'

/** Every policy in plain words. */
export function AllPolicies({ api, profile }: { api: Client; profile: Profile }) {
  const words = policiesWords
  const holders = useLoad(() => readHolders(api), [api])
  const contacts = useContacts(profile.id)
  return (
    <>
      <p class="soft">{words.about}</p>
      <Loaded of={holders}>
        {(list) => (
          <div class="stack">
            <Held title={words.whole} holders={list.filter(({ of }) => of === 'account')} contacts={contacts} />
            <Held title={words.keys} holders={list.filter(({ of }) => of === 'api_key')} contacts={contacts} named />
            <Held title={words.wallets} holders={list.filter(({ of }) => of === 'wallet')} contacts={contacts} named />
          </div>
        )}
      </Loaded>
    </>
  )
}

type HeldProps = { title: string; holders: readonly Holder[]; contacts: readonly SeenContact[]; named?: boolean }

function Held({ title, holders, contacts, named = false }: HeldProps) {
  if (holders.length === 0) return null
  return (
    <Section title={title}>
      {holders.map((holder) => (
        <div class="policy" key={holder.id}>
          <div class="policy-head">
            {named && (
              <h3>
                <bdi>{holderName(holder)}</bdi>
              </h3>
            )}
            <Rules holder={holder} contacts={contacts} />
          </div>
          <a
            class="button button-quiet"
            href={routeHash('policies', { of: holder.of, ...(holder.id !== '' && { id: holder.id }) })}
            aria-label={policiesWords.changeOf(holderName(holder))}
          >
            {policiesWords.change}
          </a>
        </div>
      ))}
    </Section>
  )
}

function Rules({ holder: { policy }, contacts }: { holder: Holder; contacts: readonly SeenContact[] }) {
  if (policy === null) return <p class="soft">{policiesWords.none}</p>
  const set = rules.filter((rule) => policy[rule] !== null)
  if (set.length === 0) return <p class="soft">{policiesWords.none}</p>
  return (
    <Facts facts={set.map((rule) => ({ name: policiesWords.rules[rule], value: ruleText(rule, policy, contacts) }))} />
  )
}
