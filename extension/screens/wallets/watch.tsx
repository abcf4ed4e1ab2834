import { useEffect, useState } from 'preact/hooks'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { textOf } from '#shared/ui/security/text-of.ts'
import { ask, write } from '../../background/ask.ts'
import { type AddressFlaw, readAddress } from '../../ui/addresses/address-rules.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { walletsWords } from '../../words/en/wallets/wallets.ts'
import { watchWords } from '../../words/en/wallets/watch.ts'
import { WatchByCard } from './watch-by-card.tsx'

export type Added = { label?: string } & ({ address: string } | { nota: string })

const ways = () =>
  [
    { value: 'address', title: watchWords.byAddress },
    { value: 'card', title: watchWords.byCard },
  ] as const

/** Adds a wallet whose key is elsewhere, by its address or by its card. */
export function Watch({ profile, surface }: ScreenProps) {
  const words = watchWords
  const [way, setWay] = useState<'address' | 'card'>('address')
  const add = async (added: Added) => {
    // Needs no key: the same address twice is refused by its own name.
    const { wallet } = await write(profile.id, 'createWallet', { type: 'external', ...added })
    announce(words.added)
    await ask('gateway.refresh', { profileId: profile.id, force: true }).catch(() => undefined)
    go('wallet', { id: wallet.id })
  }
  return (
    <>
      <Heading back="wallets">{words.title}</Heading>
      <p class="soft">{words.about}</p>
      <Choice legend={words.how} name="way" options={ways()} value={way} onChange={setWay} narrow />
      {way === 'address' ? (
        <ByAddress onAdd={add} />
      ) : (
        <WatchByCard profileId={profile.id} surface={surface} onAdd={add} />
      )}
    </>
  )
}

function ByAddress({ onAdd }: { onAdd: (added: Added) => Promise<void> }) {
  const words = watchWords
  const [flaw, setFlaw] = useState<AddressFlaw>()
  // While it is typed: what checks its spelling is large.
  useEffect(() => void checksum(), [])
  const submit = async (values: FormData) => {
    const { checksumOf } = await checksum()
    const read = readAddress(textOf(values, 'address'), undefined, checksumOf)
    if ('flaw' in read) return setFlaw(read.flaw)
    const label = textOf(values, 'label').trim()
    await onAdd({ address: read.address, ...(label !== '' && { label }) })
  }
  return (
    <Form action={words.action} onSubmit={submit}>
      <Field
        label={words.address}
        name="address"
        look="mono"
        optional
        maxLength={200}
        placeholder="0x…"
        {...(flaw !== undefined && { error: words.flaws[flaw] })}
        onInput={() => setFlaw(undefined)}
      />
      <Field label={walletsWords.label} name="label" optional maxLength={100} hint={walletsWords.labelHint} />
    </Form>
  )
}

const checksum = () => import('../../ui/addresses/checksum.ts')
