import type { Wallet } from '#shared/model/wallet.ts'
import { Copy } from '#shared/ui/kit/buttons/copy.tsx'
import { Qr } from '#shared/ui/kit/values/qr.tsx'
import { receiveWords } from '../../words/en/wallets/receive.ts'
import { walletName } from '../wallets/wallet-name.ts'
import { GroupedAddress } from './grouped-address.tsx'

/** An address to be paid at, for a camera, for eyes and for the clipboard. */
export function AddressBlock({ wallet }: { wallet: Pick<Wallet, 'address' | 'label'> }) {
  return (
    <div class="address-block">
      <Qr text={wallet.address} label={receiveWords.qr(walletName(wallet))} />
      <p>
        <GroupedAddress value={wallet.address} />
      </p>
      <Copy text={wallet.address} label={receiveWords.copyAddress} />
    </div>
  )
}
