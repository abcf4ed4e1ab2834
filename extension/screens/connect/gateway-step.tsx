import { useState } from 'preact/hooks'
import * as z from 'zod/mini'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { gatewayOrigin } from '../../gateway/origin.ts'
import { dropPermission } from '../../gateway/permission.ts'
import { probe } from '../../gateway/probe.ts'
import type { Profile } from '../../gateway/profiles.ts'
import { askForGateway, sites } from '../../sites/sites.ts'
import { useDraft } from '../../ui/orders/draft.ts'
import { connectWords } from '../../words/en/connect.ts'
import { connectedAs, detailOf, hostOf, isTyped, type Trouble } from './model.ts'

const Draft = z.strictObject({ address: z.string() })
const fresh: z.infer<typeof Draft> = { address: 'http://localhost:7984' }

export type GatewayStepProps = {
  /** Those that are connected already. */
  profiles: readonly Profile[]
  onFound: (origin: string) => void
}

/** Finds the gateway: the browser's permission for its host first, then a look at what stands there. */
export function GatewayStep({ profiles, onFound }: GatewayStepProps) {
  const words = connectWords
  const { draft, change } = useDraft('connect', Draft, fresh)
  const [trouble, setTrouble] = useState<{ is: Trouble; detail?: string | undefined }>()

  const look = async () => {
    const read = gatewayOrigin(draft?.address ?? '')
    if ('flaw' in read) return setTrouble({ is: read.flaw })
    // Nothing may come before this: the browser asks only in the very turn of a click.
    const granted = await askForGateway(read.origin).catch(() => undefined)
    if (granted !== true) return setTrouble({ is: granted === false ? 'denied' : 'not_asked' })
    const found = await probe(read.origin)
    if (found.is === 'gateway') return onFound(read.origin)
    if (found.is === 'not_sotto' || found.is === 'redirected') await giveBack(read.origin, profiles)
    setTrouble({ is: found.is, detail: detailOf(found) })
  }
  if (draft === undefined) return null
  const host = hostOf(draft.address)
  const known = connectedTo(draft.address, profiles)
  return (
    <Form action={words.find} wide onSubmit={look}>
      <Field
        label={words.address}
        name="address"
        look="mono"
        inputmode="url"
        optional
        maxLength={2_000}
        value={draft.address}
        hint={host === undefined ? words.addressHint : words.willAsk(host)}
        {...(trouble !== undefined && isTyped(trouble.is) ? { error: words.troubles[trouble.is].what } : {})}
        onInput={(address) => {
          setTrouble(undefined)
          change({ address })
        }}
      />
      {known.length > 0 && <p class="hint">{words.connectedAs(known)}</p>}
      {trouble !== undefined && !isTyped(trouble.is) && (
        <Refused
          what={words.withDetail(words.troubles[trouble.is].what, trouble.detail)}
          todo={words.troubles[trouble.is].todo}
        />
      )}
    </Form>
  )
}

function connectedTo(address: string, profiles: readonly Profile[]): string[] {
  const read = gatewayOrigin(address)
  return 'origin' in read ? connectedAs(profiles, read.origin) : []
}

/** A host that is no gateway keeps no permission. */
export async function giveBack(origin: string, profiles: readonly Profile[]): Promise<void> {
  const used = [...profiles, ...(await sites.get())].map((each) => each.origin)
  await dropPermission(origin, used).catch(() => undefined)
}
