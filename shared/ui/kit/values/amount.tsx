import { Fragment } from 'preact'
import { kitWords } from '../../words/kit.ts'
import { Icon } from '../icons/icon.tsx'
import { decimalMark, groupAmount } from './group-amount.ts'

export type AmountProps = {
  /** Decimal string as the gateway prints it; null where it is encrypted or not known, which is never zero. */
  value: string | null
  token?: string
  /** Shows dots in its place. */
  hidden?: boolean
  size?: 'm' | 'l' | 'xl'
  /** Before a sum that comes in or goes out. */
  sign?: '+' | '−'
}

/** More digits than these are set smaller, so that they fit on a line of a popup. */
const LONG = 11
const ENDLESS = 20
/** More than a token can count, which only a gateway says that means harm: they may take several lines. */
const ABSURD = 26

/** A sum of money. What is copied from it are its digits, without the gaps between the thousands. */
export function Amount({ value, token, hidden = false, size = 'm', sign }: AmountProps) {
  const digits = hidden ? 0 : (value?.length ?? 0)
  const isAbsurd = digits > ABSURD
  const length = isAbsurd
    ? 'amount-endless amount-absurd'
    : digits > ENDLESS
      ? 'amount-endless'
      : digits > LONG && 'amount-long'
  const classes = ['amount', size !== 'm' && `amount-${size}`, length].filter(Boolean).join(' ')
  return (
    <span class={classes}>
      {value === null ? <Sealed /> : hidden ? <Hidden /> : <Digits value={value} sign={sign} breaks={isAbsurd} />}
      {token !== undefined && value !== null && (
        <>
          {' '}
          <span class="amount-token">{token}</span>
        </>
      )}
    </span>
  )
}

type DigitsProps = { value: string; sign: AmountProps['sign']; breaks: boolean }

/** `breaks`: a line may end between two groups, which it does even where white space is kept together. */
function Digits({ value, sign, breaks }: DigitsProps) {
  const { groups, fraction } = groupAmount(value)
  return (
    <bdi class="amount-digits">
      {sign}
      {groups.map((group, at) => (
        <Fragment key={at}>
          {breaks && at > 0 && <wbr />}
          <span class="amount-group">{group}</span>
        </Fragment>
      ))}
      {fraction !== undefined && decimalMark() + fraction}
    </bdi>
  )
}

function Sealed() {
  return (
    <span class="amount-sealed" title={kitWords.sealedTitle}>
      <Icon name="lock" />
      {kitWords.sealed}
    </span>
  )
}

function Hidden() {
  return (
    <>
      <span class="amount-hidden" aria-hidden="true">
        ••••
      </span>
      <span class="unseen">{kitWords.hidden}</span>
    </>
  )
}
