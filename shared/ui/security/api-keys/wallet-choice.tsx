import { Check } from '../../kit/forms/check.tsx'
import { Fieldset } from '../../kit/forms/fieldset.tsx'
import { Loaded } from '../../kit/states/loaded.tsx'
import { useLoad } from '../../kit/states/use-load.ts'
import { shortenAddress } from '../../kit/values/shorten-address.ts'
import { securityWords } from '../../words/security.ts'
import type { SecurityProps } from '../props.ts'

/** The wallets of the account, to tick. */
export function WalletChoice({ api }: Pick<SecurityProps, 'api'>) {
  const words = securityWords.newKey
  const wallets = useLoad(async (signal) => (await api.listWallets({}, { signal })).wallets, [api])
  return (
    <Fieldset legend={words.wallets}>
      <Loaded of={wallets} empty={(list) => list.length === 0} whenEmpty={<p class="hint">{words.noWallets}</p>}>
        {(list) =>
          list.map(({ id, label, address }) => (
            <Check key={id} name="wallet" value={id} label={label ?? shortenAddress(address)} />
          ))
        }
      </Loaded>
    </Fieldset>
  )
}
