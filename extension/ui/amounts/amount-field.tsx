import { useId } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Field } from '#shared/ui/kit/forms/field.tsx'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainToken } from '../../plain-text.ts'
import { amountFieldWords } from '../../words/en/orders/order.ts'
import { isAmbiguous, maxOf, readAmount, sayFlaw } from './amount-rules.ts'
import { PrivateAmount } from './private-amount.tsx'
import '../styles/order.css'

/** A balance that an amount is taken from, as it was last seen. */
export type Available = {
  /** Null where it is sealed. */
  amount: string | null
  token: string
  /** When it was seen, in milliseconds since 1970. */
  at: number
  /** Shown only while it is held down. */
  hidden: boolean
}

export type AmountFieldProps = {
  value: string
  token: string
  onInput: (value: string) => void
  /** What is there to be moved; undefined where the money is not the wallet's own. */
  available?: Available | undefined
  /** The most that one call moves. */
  most?: string
  error?: string | undefined
  hint?: string
}

/** An amount to be moved: typed by the rules of the API, or all there is. */
export function AmountField({ value, token, onInput, available, most, error, hint }: AmountFieldProps) {
  const all = available === undefined ? most : maxOf(available.amount, most)
  const read = readAmount(value, { most, available: available?.amount })
  const over = 'flaw' in read && read.flaw === 'over_balance'
  return (
    <div class="amount-field">
      <Field
        label={amountFieldWords.label}
        name="amount"
        look="amount"
        inputmode="decimal"
        placeholder="0"
        maxLength={60}
        // Its own sentences say what is missing.
        optional
        value={value}
        onInput={onInput}
        {...(error === undefined ? {} : { error })}
        {...(hint === undefined ? {} : { hint })}
        end={
          <>
            <bdi>{plainToken(token)}</bdi>
            {all !== undefined && (
              <Button kind="quiet" label={amountFieldWords.maxOf(plainToken(token))} onClick={() => onInput(all)}>
                {amountFieldWords.max}
              </Button>
            )}
          </>
        }
      />
      {available !== undefined && <AvailableLine {...available} />}
      {'amount' in read && isAmbiguous(value) && (
        <p class="amount-read" role="status">
          {amountFieldWords.readAs} <Amount value={read.amount} token={plainToken(token)} />
        </p>
      )}
      {over && error === undefined && (
        <p class="amount-over" role="status">
          {sayFlaw('over_balance')}
        </p>
      )}
    </div>
  )
}

function AvailableLine({ amount, token, at, hidden }: Available) {
  const id = useId()
  return (
    <p class="hint">
      <span id={id}>{amountFieldWords.available}</span>{' '}
      <PrivateAmount value={amount} token={plainToken(token)} hidden={hidden} of={id} />{' '}
      <Time at={at} around={amountFieldWords.asOf} />
    </p>
  )
}
