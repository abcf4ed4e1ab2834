import { useEffect, useState } from 'preact/hooks'
import type { NewContact } from '#shared/api/contacts.ts'
import type { NotaVerification } from '#shared/model/nota.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Loaded } from '#shared/ui/kit/states/loaded.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { write } from '../../background/ask.ts'
import { type AddressFlaw, readAddress } from '../../ui/addresses/address-rules.ts'
import { GroupedAddress } from '../../ui/addresses/grouped-address.tsx'
import { dropAdded, readAdded } from '../../ui/contacts/adding.ts'
import { refreshContacts } from '../../ui/contacts/kept-contacts.ts'
import { NotaDrop } from '../../ui/notas/nota-drop.tsx'
import { VerdictTag } from '../../ui/notas/nota-verdict.tsx'
import { useVerified } from '../../ui/notas/use-verified.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { contactsWords } from '../../words/en/contacts/contacts.ts'
import { watchWords } from '../../words/en/wallets/watch.ts'
import { NameAndNote } from './dialogs.tsx'

const ways = () =>
  [
    { value: 'address', title: contactsWords.byAddress },
    { value: 'card', title: contactsWords.byCard },
  ] as const

type Whom = { address: string } | { nota: string }
type Add = (whom: Whom, values: FormData) => Promise<void>

/** Somebody new, by an address or by a card. */
export function AddContact({ profile, surface, params }: ScreenProps) {
  const [way, setWay] = useState<'address' | 'card'>('address')
  const [known, setKnown] = useState<string>()
  useEffect(() => {
    void readAdded(profile.id, params.get('add')).then(setKnown)
    return () => void dropAdded(profile.id)
  }, [profile.id])
  const add: Add = async (whom, values) => {
    const note = textOf(values, 'note').trim()
    const contact: NewContact = { name: textOf(values, 'name'), ...(note !== '' && { note }), ...whom }
    await write(profile.id, 'createContact', contact)
    await refreshContacts(profile.id).catch(() => undefined)
    announce(contactsWords.added)
    go('contacts')
  }
  return (
    <>
      <Heading back="contacts">{contactsWords.addTitle}</Heading>
      <Choice legend={contactsWords.how} name="way" options={ways()} value={way} onChange={setWay} narrow />
      {/* The text in its fields stays while the other way is looked at. */}
      <div hidden={way !== 'address'}>{known !== undefined && <ByAddress known={known} onAdd={add} />}</div>
      {way === 'card' && <ByCard profileId={profile.id} surface={surface} onAdd={add} />}
    </>
  )
}

const checksum = () => import('../../ui/addresses/checksum.ts')

function ByAddress({ known, onAdd }: { known: string; onAdd: Add }) {
  const [flaw, setFlaw] = useState<AddressFlaw>()
  // While it is typed: what checks its spelling is large.
  useEffect(() => void checksum(), [])
  const submit = async (values: FormData) => {
    const { checksumOf } = await checksum()
    const read = readAddress(textOf(values, 'address'), undefined, checksumOf)
    if ('flaw' in read) return setFlaw(read.flaw)
    await onAdd(read, values)
  }
  return (
    <Form action={contactsWords.save} wide buttonsAt="foot" onSubmit={submit}>
      <Field
        label={contactsWords.address}
        name="address"
        look="mono"
        optional
        maxLength={200}
        placeholder="0x…"
        initial={known}
        {...(flaw !== undefined && { error: watchWords.flaws[flaw] })}
        onInput={() => setFlaw(undefined)}
      />
      <NameAndNote name="" />
    </Form>
  )
}

function ByCard({ profileId, surface, onAdd }: Pick<ScreenProps, 'surface'> & { profileId: string; onAdd: Add }) {
  const [nota, setNota] = useState<string>()
  const verified = useVerified(profileId, nota)
  if (nota === undefined) {
    return (
      <NotaDrop
        surface={surface}
        route="contacts"
        params={{ add: '' }}
        label={contactsWords.drop}
        onNota={({ text }) => setNota(text)}
      />
    )
  }
  return (
    <>
      <Loaded of={verified}>
        {(verdict) => verdict && <Found verdict={verdict} onAdd={(values) => onAdd({ nota }, values)} />}
      </Loaded>
      <Button kind="quiet" onClick={() => setNota(undefined)}>
        {contactsWords.another}
      </Button>
    </>
  )
}

function Found({ verdict, onAdd }: { verdict: NotaVerification; onAdd: (values: FormData) => Promise<void> }) {
  if (verdict.type === 'receipt') return <Refused what={contactsWords.isReceipt} />
  const { address, label } = verdict.subject
  return (
    <Card>
      <p>
        <VerdictTag verdict={verdict} />
      </p>
      <p>
        <GroupedAddress value={address} />
      </p>
      <Form action={contactsWords.save} onSubmit={onAdd}>
        <NameAndNote name={label ?? ''} />
      </Form>
    </Card>
  )
}
