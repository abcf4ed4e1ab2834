import { useId } from 'preact/hooks'
import type { WalletBalances } from '#shared/model/balances.ts'
import { Amount } from '#shared/ui/kit/values/amount.tsx'
import { plainToken } from '../../plain-text.ts'
import { tripleWords } from '../../words/en/home.ts'
import { PrivateAmount } from './private-amount.tsx'
import { shortEther } from './short-ether.ts'

/** What a wallet holds: in public, in confidence, and for gas. */
export function Triple({ balances, hidden }: { balances: WalletBalances; hidden: boolean }) {
  const { normal, confidential, eth } = balances
  const words = tripleWords
  const id = useId()
  return (
    <dl class="triple">
      <div>
        <dt id={id}>{words.confidential}</dt>
        <dd>
          <PrivateAmount value={confidential.amount} token={plainToken(confidential.token)} hidden={hidden} of={id} />
        </dd>
      </div>
      <div>
        <dt>{words.normal}</dt>
        <dd>
          <Amount value={normal.amount} token={plainToken(normal.token)} />
        </dd>
      </div>
      <div>
        <dt>{words.gas}</dt>
        <dd>
          <span title={eth.amount}>
            <Amount value={shortEther(eth.amount)} token="ETH" />
          </span>
        </dd>
      </div>
    </dl>
  )
}
