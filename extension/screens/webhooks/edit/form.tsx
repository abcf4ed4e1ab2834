import { useState } from 'preact/hooks'
import type { NewWebhook } from '#shared/api/webhooks.ts'
import { WEBHOOK_URL_MAX } from '#shared/limits.ts'
import type { Webhook } from '#shared/model/webhook.ts'
import { Check } from '#shared/ui/kit/forms/check.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Fieldset } from '#shared/ui/kit/forms/fieldset.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { useLoad } from '#shared/ui/kit/states/use-load.ts'
import { nameOf } from '#shared/ui/kit/values/name-of.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { read } from '../../../background/ask.ts'
import { walletLine } from '../../../ui/wallets/wallet-name.ts'
import { webhooksWords } from '../../../words/en/webhooks.ts'
import { chosenEvents, offered, webhookOf } from '../model.ts'

type WebhookFormProps = {
  profileId: string
  known?: Webhook
  action: string
  onSubmit: (wish: Required<NewWebhook>) => Promise<void>
}

/** Where to, of what, from which wallets, and whether amounts go along. */
export function WebhookForm({ profileId, known, action, onSubmit }: WebhookFormProps) {
  const words = webhooksWords
  const [limited, setLimited] = useState(known !== undefined && known.walletIds !== null)
  const [walletIds, setWalletIds] = useState<readonly string[]>(known?.walletIds ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(known?.events))
  const events = chosenEvents(chosen, limited)
  const submit = (values: FormData) =>
    onSubmit(
      webhookOf({
        url: textOf(values, 'url'),
        description: textOf(values, 'description'),
        events,
        walletIds: limited ? [...walletIds] : null,
        includeAmounts: values.has('includeAmounts'),
      }),
    )
  return (
    <Form action={action} onSubmit={submit}>
      <Field
        label={words.url}
        name="url"
        type="url"
        hint={words.urlHint}
        placeholder="https://"
        maxLength={WEBHOOK_URL_MAX}
        initial={known?.url ?? ''}
      />
      <Field
        label={words.description}
        name="description"
        hint={words.descriptionHint}
        optional
        maxLength={100}
        initial={known?.description ?? ''}
      />
      <Events
        offered={offered(limited, known?.events ?? [])}
        chosen={chosen}
        isLimited={limited}
        isMissing={events.length === 0}
        onChange={setChosen}
      />
      <Fieldset legend={words.wallets}>
        <Check name="limited" label={words.someOnly} checked={limited} onChange={setLimited} />
        {limited && <SomeWallets profileId={profileId} chosen={walletIds} onChange={setWalletIds} />}
      </Fieldset>
      <Fieldset legend={words.amounts}>
        <Check
          name="includeAmounts"
          label={words.includeAmounts}
          hint={words.amountsHint}
          initial={known?.includeAmounts ?? false}
        />
      </Fieldset>
    </Form>
  )
}

type EventsProps = {
  offered: ReturnType<typeof offered>
  chosen: ReadonlySet<string>
  isLimited: boolean
  isMissing: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}

function Events({ offered, chosen, isLimited, isMissing, onChange }: EventsProps) {
  const words = webhooksWords
  const set = (type: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(type)
    else next.delete(type)
    onChange(next)
  }
  return (
    <>
      <div class="webhook-events">
        {offered.map(([group, types], first) => (
          <Fieldset key={group} legend={nameOf(words.groups, group)}>
            {types.map((type, at) => (
              <Check
                key={type}
                name={type}
                label={nameOf(words.types, type)}
                hint={<code>{type}</code>}
                checked={chosen.has(type)}
                // Said at the first of them, for all.
                required={isMissing && first === 0 && at === 0}
                title={words.noEvent}
                onChange={(on) => set(type, on)}
              />
            ))}
          </Fieldset>
        ))}
      </div>
      {isLimited && <p class="hint">{words.noBatches}</p>}
    </>
  )
}

type SomeWalletsProps = {
  profileId: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function SomeWallets({ profileId, chosen, onChange }: SomeWalletsProps) {
  const words = webhooksWords
  const wallets = useLoad(async () => (await read(profileId, 'listWallets', {})).wallets, [profileId])
  // One that is gone can be taken out, as long as this is open.
  const [before] = useState(chosen)
  return (
    <Loaded of={wallets} empty={(list) => list.length === 0} whenEmpty={<p class="hint">{words.noWallets}</p>}>
      {(list) => {
        const named = list.map((wallet) => ({ id: wallet.id, name: walletLine(wallet) }))
        const gone = before.filter((id) => list.every((wallet) => wallet.id !== id))
        return [...named, ...gone.map((id) => ({ id, name: words.unknownWallet }))].map(({ id, name }, at) => (
          <Check
            key={id}
            name={`wallet ${id}`}
            label={name}
            checked={chosen.includes(id)}
            required={chosen.length === 0 && at === 0}
            title={words.noWallet}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))
      }}
    </Loaded>
  )
}
