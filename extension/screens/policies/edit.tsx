import { useState } from 'preact/hooks'
import type { Client } from '#shared/client.ts'
import { Failed } from '#shared/client-failure.ts'
import type { Policy, PolicyOf } from '#shared/model/policy.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Fieldset } from '#shared/ui/kit/forms/fieldset.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { useAgain } from '#shared/ui/security/sign-in/again-context.ts'
import type { Profile } from '../../gateway/profiles.ts'
import type { SeenContact } from '../../ui/contacts/contact.ts'
import { useContacts } from '../../ui/contacts/use-contacts.ts'
import { go } from '../../ui/routes/route.ts'
import { policiesWords } from '../../words/en/policies/policies.ts'
import { Receivers, Times } from './fields.tsx'
import { type Holder, holderName, readHolders, replacePolicy } from './held.ts'
import { denyAll, limits, noRules, policyOf } from './model.ts'
import { ReviewPolicy } from './review.tsx'

type EditProps = { api: Client; profile: Profile; of: PolicyOf; id: string }

/** The policy of one thing as a form, whose change is reviewed before it is saved. */
export function EditPolicy({ api, profile, of, id }: EditProps) {
  const words = policiesWords
  const holders = useLoad(() => readHolders(api), [api])
  const [instead, setInstead] = useState<Holder[]>()
  const find = (list: Holder[]) => (instead ?? list).find((holder) => holder.of === of && holder.id === id)
  const contacts = useContacts(profile.id)
  return (
    <Loaded
      of={holders}
      empty={(list) => find(list) === undefined}
      whenEmpty={<Empty icon="shield">{words.gone}</Empty>}
    >
      {(list) => {
        const holder = find(list)
        return holder === undefined ? null : <Edit api={api} holder={holder} contacts={contacts} onOther={setInstead} />
      }}
    </Loaded>
  )
}

type Edited = { api: Client; holder: Holder; contacts: readonly SeenContact[]; onOther: (instead: Holder[]) => void }

function Edit({ api, holder, contacts, onOther }: Edited) {
  const words = policiesWords
  const again = useAgain()
  const [next, setNext] = useState<{ policy: Policy | null }>()
  const known = holder.policy ?? noRules
  const save = async () => {
    if (next === undefined) return false
    const saved = await again(() => replacePolicy(api, holder, next.policy))
    if (saved === undefined) return false
    if (saved.instead !== undefined) {
      // The review then compares with what stands there now.
      onOther(saved.instead)
      throw new Failed({ code: 'changed_meanwhile', message: words.changedMeanwhile })
    }
    announce(words.saved)
    go('policies')
    return true
  }
  return (
    <>
      <h2>
        <bdi>{holderName(holder)}</bdi>
      </h2>
      <Card>
        <Form
          action={words.review}
          onSubmit={(values) => setNext({ policy: policyOf(values) })}
          buttons={
            <>
              {holder.policy !== null && (
                <Button kind="quiet" onClick={() => setNext({ policy: null })}>
                  {words.remove}
                </Button>
              )}
              <Button kind="quiet-danger" onClick={() => setNext({ policy: denyAll })}>
                {words.denyAll}
              </Button>
            </>
          }
        >
          <p class="hint">{words.limitsHint}</p>
          {limits.map((rule) => (
            <Field
              key={rule}
              label={words.rules[rule]}
              name={rule}
              look="amount"
              inputmode="decimal"
              maxLength={60}
              optional
              initial={known[rule] ?? ''}
            />
          ))}
          <div class="policy-verbs">
            <Fieldset legend={words.rules.verbs}>
              {(['fund', 'mint', 'transfer', 'redeem'] as const).map((verb) => (
                <Check
                  key={verb}
                  name="verbs"
                  value={verb}
                  label={words.verbs[verb]}
                  initial={known.verbs?.includes(verb) ?? true}
                />
              ))}
            </Fieldset>
          </div>
          <Receivers policy={known} contacts={contacts} />
          <Times policy={known} />
        </Form>
      </Card>
      {next !== undefined && (
        <ReviewPolicy
          before={holder.policy}
          after={next.policy}
          contacts={contacts}
          onSave={save}
          onClose={() => setNext(undefined)}
        />
      )}
    </>
  )
}
