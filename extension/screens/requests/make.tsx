import { useState } from 'preact/hooks'
import { NOTE_MAX } from '#shared/limits.ts'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Form } from '#shared/ui/kit/forms/form.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { textOf } from '#shared/ui/security/text-of.ts'
import { write } from '../../background/ask.ts'
import { plainToken } from '../../plain-text.ts'
import { AmountField } from '../../ui/amounts/amount-field.tsx'
import { type AmountFlaw, sayFlaw } from '../../ui/amounts/amount-rules.ts'
import { useBalances } from '../../ui/amounts/use-balances.ts'
import { focusFirst } from '../../ui/hooks/focus/focus-first.ts'
import { useOnce } from '../../ui/hooks/use-once.ts'
import { Choice } from '../../ui/parts/choice.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { go } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { custodialOf, wishedOf } from '../../ui/wallets/wallet-choice.ts'
import { WalletPicker } from '../../ui/wallets/wallet-picker.tsx'
import { WithWallets } from '../../ui/wallets/with-wallets.tsx'
import { orderWords } from '../../words/en/orders/order.ts'
import { sendWords } from '../../words/en/orders/send.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { LIFETIME_HOURS, type Lifetime, newRequest, type Wish, wishAgain } from './model.ts'

/** A new request: how much, what for, and until when. Nothing leaves before its link is sent to somebody. */
export function MakeRequest(props: ScreenProps) {
  const balances = useBalances(props)
  const said = requestsWords
  return (
    <>
      <Heading back="receive">{said.makeTitle}</Heading>
      {!props.profile.key.scopes.includes('manage') && <Refused what={said.mayNot} todo={said.mayNotTodo} />}
      <WithWallets of={balances}>{(all) => <RequestForm {...props} list={custodialOf(all)} />}</WithWallets>
    </>
  )
}

const terms = () =>
  (Object.keys(LIFETIME_HOURS) as Lifetime[]).map((value) => ({ value, title: requestsWords.terms[value] }))

function RequestForm({ profile, params, list }: ScreenProps & { list: WalletBalances[] }) {
  const said = requestsWords
  const [walletId, setWalletId] = useState(params.get('wallet'))
  const [source, setSource] = useState<'confidential' | 'normal'>('confidential')
  const [amount, setAmount] = useState('')
  const [lasts, setLasts] = useState<Lifetime>('day')
  const [flaw, setFlaw] = useState<AmountFlaw>()
  const wishes = useOnce(() => new Map<string, Wish>())
  const wished = wishedOf(list, walletId)
  if (wished === undefined) return null
  const { from: into, gone } = wished
  const { token } = into[source]
  const make = async (values: FormData) => {
    const [memo, label] = [textOf(values, 'memo'), textOf(values, 'label')]
    const now = Date.now()
    const made = newRequest({ walletId: into.wallet.id, token, amount, memo, label, lasts }, now)
    setFlaw('flaw' in made ? made.flaw : undefined)
    if ('flaw' in made) return focusFirst('[name="amount"]')
    // Pressed again after no answer it is the same request, with the end that was reckoned from the first press.
    const { expiresAt: _, ...rest } = made.request
    const wish = JSON.stringify([rest, lasts])
    const asked = wishAgain(wishes.get(wish), { body: made.request, key: crypto.randomUUID() }, now)
    wishes.set(wish, asked)
    const { request } = await write(profile.id, 'createRequest', asked.body, asked.key)
    announce(said.created)
    go('requests', { id: request.id })
  }
  return (
    <Form action={said.create} wide buttonsAt="foot" onSubmit={make}>
      <AmountField
        value={amount}
        token={token}
        onInput={setAmount}
        hint={said.amountHint}
        error={flaw && sayFlaw(flaw)}
      />
      <Field label={said.memo} name="memo" hint={said.memoHint} optional maxLength={NOTE_MAX} />
      <Field label={said.label} name="label" hint={said.labelHint} optional maxLength={100} />
      <Choice legend={said.lasts} name="lasts" options={terms()} value={lasts} onChange={setLasts} narrow />
      <WalletPicker
        label={said.wallet}
        name="walletId"
        list={list}
        value={into.wallet.id}
        onChange={setWalletId}
        error={gone ? orderWords.walletGone : undefined}
      />
      <Choice
        legend={said.token}
        name="token"
        options={[
          { value: 'confidential', title: plainToken(into.confidential.token), about: sendWords.hidden },
          { value: 'normal', title: plainToken(into.normal.token), about: sendWords.open },
        ]}
        value={source}
        onChange={setSource}
      />
    </Form>
  )
}
