import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, type Hex, type TransactionReceipt } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Client } from '#shared/client.ts'
import { createLiveChain } from '../../../gateway/chain/live/chain.ts'
import { createSigner } from '../../../gateway/chain/live/wallet-keys.ts'
import { cstableAbi, stableAbi } from '../../../gateway/contracts/abis.ts'
import { eventsOf, moneyOn } from '../../../gateway/testnet/test-kit.ts'
import { clientOf, makeKey, startGateway, temporaryFolder } from '../../harness/gateway.ts'
import { startTestnet, type Testnet } from '../../harness/testnet.ts'
import { appointOperator } from '../kit/operators.ts'
import { inTurns, type Line, milliseconds } from '../kit/report.ts'

const ROUNDS = 7
const ONE = 1_000_000n
const ETHER = 10n ** 18n

function handleIn(receipt: TransactionReceipt, event: string, field: string): Hex {
  const found = eventsOf(cstableAbi, receipt).find(({ eventName }) => eventName === event)
  return found?.args[field] as Hex
}

/** The time of each money verb, beside a script of bare transactions that does the same on the same chain. */
export async function benchMoney(): Promise<Line[]> {
  const folder = temporaryFolder()
  const testnet = await startTestnet(folder.path)
  const gateway = await startGateway({ dataDir: folder.path, env: testnet.environment() })
  const api = clientOf(gateway, await makeKey(folder.path))
  const ours = await sottoVerbs(api, testnet)
  const bare = await bareVerbs(testnet, (await appointOperator(testnet, folder.path)).account)

  const lines: Line[] = []
  for (const name of Object.keys(ours) as (keyof typeof ours)[]) {
    await ours[name]()
    await bare[name]()
    const result = await inTurns(
      ROUNDS,
      () => milliseconds(ours[name]),
      () => milliseconds(bare[name]),
    )
    const ratio = (result.sotto / result.bare).toFixed(2)
    lines.push({ what: name, sotto: `${result.sotto.toFixed(0)} ms`, bare: `${result.bare.toFixed(0)} ms`, ratio })
  }
  await bare.close()
  await gateway.stop()
  await testnet.stop()
  folder.remove()
  return lines
}

/** The money verbs of a gateway, each until it answers. */
export async function sottoVerbs(api: Client, { controls }: Testnet) {
  const { wallet } = await api.createWallet({ type: 'custodial' })
  await controls.setBalance(wallet.address as Hex, 10n * ETHER)
  const { wallet: other } = await api.createWallet({ type: 'custodial' })
  const amount = '1'
  await api.fund({ walletId: wallet.id, amount: '1000' })
  await api.mint({ walletId: wallet.id, amount: '100' })
  const move = { walletId: wallet.id, amount, toWalletId: other.id }
  return {
    fund: () => api.fund({ walletId: wallet.id, amount }),
    mint: () => api.mint({ walletId: wallet.id, amount }),
    'transfer of STABLE': () => api.transfer({ ...move, token: 'STABLE' }),
    'transfer of cSTABLE, moved amount checked': () => api.transfer(move),
    'redeem, until the burn is in': async () => {
      await api.redeem({ walletId: wallet.id, amount })
    },
    'redeem, until paid out': async () => {
      const { transaction } = await api.redeem({ walletId: wallet.id, amount })
      for (;;) {
        const { status, error } = (await api.getTransaction({ id: transaction.id })).transaction
        if (status === 'SETTLED') return
        if (status === 'FAILED') throw new Error(error)
        await sleep(20)
      }
    },
  }
}

/** The same as bare transactions, which decrypt what moved: `operator` funds and pays out, with a key that nobody else uses. */
export async function bareVerbs({ info }: Pick<Testnet, 'info'>, operator: PrivateKeyAccount) {
  const money = moneyOn(info, operator)
  const chain = await createLiveChain({ ...info, operator: undefined })
  const signer = createSigner()
  const wallet = privateKeyToAccount(signer.key)
  const other = createSigner()
  await money.fund(wallet.address, 1_000n * ONE, 10n * ETHER)
  await money.wrap(wallet, 100n * ONE)

  async function unwrap(): Promise<Hex> {
    const { handle, inputProof } = await money.input(wallet.address, ONE)
    const args = [wallet.address, wallet.address, handle, inputProof] as const
    const data = encodeFunctionData({ abi: cstableAbi, functionName: 'unwrap', args })
    return handleIn(await money.send(wallet, info.cstable, data), 'UnwrapRequested', 'unwrapRequestId')
  }
  return {
    fund: () => money.fund(wallet.address, ONE, 0n),
    mint: () => money.wrap(wallet, ONE),
    'transfer of STABLE': () => {
      const data = encodeFunctionData({ abi: stableAbi, functionName: 'transfer', args: [other.address, ONE] })
      return money.send(wallet, info.stable, data)
    },
    'transfer of cSTABLE, moved amount checked': async () => {
      const receipt = await money.transfer(wallet, other.address, ONE)
      const moved = handleIn(receipt, 'ConfidentialTransfer', 'amount')
      const clear = await chain.confidential.decrypt(signer, [moved])
      if (clear.get(moved) !== ONE) throw new Error('another amount moved')
    },
    'redeem, until the burn is in': unwrap,
    'redeem, until paid out': async () => {
      const request = await unwrap()
      const published = await chain.confidential.publicDecrypt(request)
      if (published === undefined) throw new Error('not published')
      const args = [request, published.units, published.proof] as const
      await money.send(
        operator,
        info.cstable,
        encodeFunctionData({ abi: cstableAbi, functionName: 'finalizeUnwrap', args }),
      )
    },
    close: () => chain.close(),
  }
}
