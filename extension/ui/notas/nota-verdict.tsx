import type { Check, NotaVerification } from '#shared/model/nota.ts'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Address } from '#shared/ui/kit/values/address.tsx'
import { Tag, type TagTone } from '#shared/ui/kit/values/tag.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { plainLine } from '../../plain-text.ts'
import { verdictWords } from '../../words/en/notas/verdict.ts'
import { Facts } from '../parts/facts.tsx'
import { inOrder, type Standing, signerOf, standingOf } from './verdict.ts'
import '../styles/stepper.css'

const tones: Record<Standing, TagTone> = { valid: 'ok', unproven: 'warn', broken: 'danger' }
const icons = { valid: 'check', unproven: 'info', broken: 'warning' } as const

/** In one line: whether to believe it, and why. */
export function VerdictTag({ verdict }: { verdict: NotaVerification }) {
  const standing = standingOf(verdict)
  return (
    <Tag tone={tones[standing]} icon={icons[standing]}>
      {verdictWords.standings[standing]}
    </Tag>
  )
}

/** Who signed it, when, and each thing that was looked at. */
export function VerdictDetails({ verdict }: { verdict: NotaVerification }) {
  return (
    <>
      <Facts
        facts={[
          { name: verdictWords.signed, value: verdictWords.signers[signerOf(verdict)] },
          {
            name: verdictWords.issuer,
            value: <Address value={verdict.issuer.fingerprint.slice(0, 100)} what="fingerprint" copy />,
          },
          { name: verdictWords.trust, value: verdictWords.trusts[verdict.issuer.trust] },
          { name: verdictWords.issued, value: <Time at={verdict.issuedAt} as="moment" /> },
        ]}
      />
      <Checks checks={verdict.checks} />
    </>
  )
}

const checkIcons = { passed: 'check', failed: 'close', not_checked: 'info' } as const

/** A hostile gateway may claim any number of them. */
const CHECKS_MAX = 30

export function Checks({ checks }: { checks: readonly Check[] }) {
  return (
    <ul class="checks" aria-label={verdictWords.checks}>
      {inOrder(checks)
        .slice(0, CHECKS_MAX)
        .map((check) => (
          <li class={`check-line check-${check.result}`} key={check.name}>
            <Icon name={checkIcons[check.result]} />
            <div>
              <p class="check-title">
                {checkTitle(check.name)} <span class="step-state">{verdictWords.results[check.result]}</span>
              </p>
              <p class="hint">
                <bdi>{plainLine(check.detail, 300)}</bdi>
              </p>
            </div>
          </li>
        ))}
    </ul>
  )
}

function checkTitle(name: string): string {
  return Object.hasOwn(verdictWords.names, name)
    ? verdictWords.names[name as keyof typeof verdictWords.names]
    : plainLine(name, 40)
}
