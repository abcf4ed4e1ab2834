import { Check } from '../kit/check.tsx'
import { Fieldset } from '../kit/fieldset.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { shortenAddress } from '../kit/shorten-address.ts'
import { useLoad } from '../kit/use-load.ts'
import { securityWords } from '../words/security.ts'
import type { SecurityProps } from './props.ts'

/** The wallets of the account, to tick. */
export function WalletChoice({ api }: Pick<SecurityProps, 'api'>) {
  const said = securityWords.newKey
  const wallets = useLoad(async (signal) => (await api.listWallets({}, { signal })).wallets, [api])
  return (
    <Fieldset legend={said.wallets}>
      <Loaded of={wallets} empty={(list) => list.length === 0} whenEmpty={<p class="hint">{said.noWallets}</p>}>
        {(list) =>
          list.map(({ id, label, address }) => (
            <Check key={id} name="wallet" value={id} label={label ?? shortenAddress(address)} />
          ))
        }
      </Loaded>
    </Fieldset>
  )
}
