import { useEffect } from 'preact/hooks'
import type { Approval } from '../../sites/approvals/approval.ts'
import { approveWords } from '../../words/en/sites/approve.ts'
import { Unlock } from '../lock/unlock.tsx'
import { OriginName } from '../sites/origin-name.tsx'
import { kindOf } from './model.ts'
import { Refuse } from './refuse.tsx'
import { titleOf } from './title.ts'

/** A page asked while the wallet was locked. A no needs no password. */
export function Locked({ approval }: { approval: Approval }) {
  const words = approveWords
  useEffect(() => {
    document.title = titleOf(approval)
  }, [approval.origin])
  return (
    <main class="approve-main">
      <h1>{words.locked}</h1>
      <p>
        <OriginName origin={approval.origin} /> {words.asks[kindOf(approval)]}
      </p>
      {/* The browser's own question for a passkey does not close this window, as it would a popup. */}
      <Unlock surface="tab" />
      <Refuse approval={approval} />
    </main>
  )
}
