import { isDeepStrictEqual } from 'node:util'
import type { Address } from '#shared/model/ids.ts'
import { paddedOrigin, publicOrigin } from '../../fhe/origins.ts'
import { isInUse } from '../live/in-use.ts'
import { createSigner, walletKeys } from '../live/wallet-keys.ts'
import { ChainUnavailable, type Signer } from '../port.ts'
import { revertOf } from '../revert.ts'
import type { SigningChain } from '../signing.ts'
import type { TokenMove } from '../token-move.ts'
import { actionIn, callOf, callOfSent, INVENTED, meaningOf, sentIn, TOKENS, useOf } from './calls.ts'
import { createConfidential } from './confidential.ts'
import { estimateOn } from './estimate.ts'
import type { Faults } from './faults.ts'
import { Ledger, type Sent } from './ledger.ts'
import { noPowers } from './no-powers.ts'
import { createPads } from './pads.ts'
import { createSending } from './sending.ts'
import { createShown, type Shown } from './shown.ts'

export type FakeChain = SigningChain & { ledger: Ledger; faults: Faults; operator: Signer; broadcasts: Sent[] }

const FEES = { maxFee: 2_000_000_000n, priorityFee: 1n, gasPrice: 1_000_000_000n }

/** The executor by the formula of its handles. */
const VERSIONS = {
  plain: '0.1.0',
  'of a block': '0.4.0',
  'of a block and of origins': '0.6.0',
  unknown: '0.7.0',
} as const

/** A chain in memory for unit tests, held to the promises of the live one by the suite they share. */
export function createFakeChain(): FakeChain {
  const ledger = new Ledger()
  const faults: Faults = { chainAway: false, decryptionAway: false, unpublished: false }
  const operator = createSigner()
  const broadcasts: Sent[] = []
  ledger.holder(operator.address).wei = 10n ** 24n

  const here: Here = async (answer) => {
    if (faults.chainAway) throw new ChainUnavailable('the fake chain is away')
    return answer()
  }
  const shown = createShown(ledger, faults)

  return {
    ...createSending(ledger, faults, broadcasts),
    ledger,
    faults,
    broadcasts,
    operator,
    chainId: 11155111,
    tokens: TOKENS,
    ownContracts: [TOKENS.stable.address, TOKENS.cstable.address],
    wallets: walletKeys,
    executorVersion: (block) => here(() => VERSIONS[shown.formulaAt(block)]),
    tokenPowers: () => here(() => noPowers),
    head: () => here(() => ({ ...known(ledger.blockAt(ledger.block)), number: ledger.block })),
    block: (number) => here(() => ledger.blockAt(number)),
    ...createReads(ledger, faults, here),
    ...createEvidence(ledger, faults, shown, here),
    calls,
    confidential: createConfidential(ledger, faults),
    pads: createPads(ledger, here),
  }
}

type Here = <T>(answer: () => T) => Promise<T>
type Reads = 'readWallets' | 'inUse' | 'readGas' | 'readForPayment' | 'fees' | 'nonce' | 'estimate' | 'pendingNonce'

/** Balances, nonces and fees. A test may put another answer in the place of one: a reading asks the chain that it is called on. */
function createReads(ledger: Ledger, faults: Faults, here: Here): Pick<SigningChain, Reads> {
  const readingOf = (address: Address) => {
    const { wei, stable, handle } = ledger.holder(address)
    return { address, wei, stable, handle }
  }
  const pendingOf = (sender: Address) => {
    let next = ledger.holder(sender).nonce
    while (ledger.pending.some((sent) => sent.sender === sender && sent.nonce === next)) next++
    return next
  }
  return {
    readWallets: (addresses) => here(() => addresses.map(readingOf)),
    inUse: (some) => here(() => some.filter((each) => isInUse(ledger.holder(each), ledger.holder(each).nonce))),
    readGas: (addresses) => here(() => addresses.map((address) => ledger.holder(address).wei)),
    async readForPayment({ spenders, others, calls, notBefore = 0 }) {
      const [nonces, fees, estimates] = await Promise.all([
        Promise.all(spenders.map(async (one) => [await this.nonce(one), await this.pendingNonce(one)] as const)),
        this.fees(),
        Promise.all(calls.map(({ sender, call }) => this.estimate(sender, call))),
      ])
      return here(() => ({
        block: ledger.block,
        isOld: ledger.block < notBefore,
        wallets: new Map([...spenders, ...others].map((address) => [address, readingOf(address)])),
        nonces: new Map(nonces.map(([mined, pending], index) => [spenders[index] as Address, { mined, pending }])),
        fees,
        estimates,
      }))
    },
    fees: () => here(() => FEES),
    nonce: (sender, block) => here(() => ledger.nonceAt(sender, block) + (faults.rival === true ? 1 : 0)),
    estimate: (sender, call) => here(() => estimateOn(ledger, sender, call)),
    pendingNonce: (sender) => here(() => pendingOf(sender)),
  }
}

type Evidence =
  | 'receipt'
  | 'computationsLeadingTo'
  | 'movesTo'
  | 'movesIn'
  | 'agreed'
  | 'nodesBehind'
  | 'callIn'
  | 'inputIn'
  | 'revertReason'
  | 'whoUsedNonce'
  | 'finalized'

/** Evidence about mined transactions: receipts, moves, nonces. */
function createEvidence(ledger: Ledger, faults: Faults, shown: Shown, here: Here): Pick<SigningChain, Evidence> {
  return {
    receipt: (hash) => here(() => shown.receipt(hash)),
    computationsLeadingTo: (handles, fromBlock, toBlock) =>
      here(() => shown.computationsLeadingTo(handles, fromBlock, toBlock)),
    movesTo: (addresses, fromBlock, toBlock) =>
      here(() => {
        const inRange = ({ block, to }: TokenMove) => block >= fromBlock && block <= toBlock && addresses.includes(to)
        return shown.moves().filter(inRange)
      }),
    movesIn: (blockHash) =>
      here(() => {
        const isThere = [...ledger.mined.values()].some(({ receipt }) => receipt.blockHash === blockHash)
        if (!isThere && !ledger.hasBlock(blockHash)) throw new ChainUnavailable('unknown block')
        return shown.moves().filter((move) => move.blockHash === blockHash)
      }),
    agreed: async (receipt) =>
      faults.confirming !== true || isDeepStrictEqual(ledger.mined.get(receipt.hash)?.receipt, receipt),
    nodesBehind: () => faults.nodesBehind ?? 0,
    callIn: (raw) => callOfSent(sentIn(raw)),
    inputIn(raw) {
      const { action } = sentIn(raw)
      if (action.do === 'padded') return paddedOrigin(action.handle, BigInt(action.delta))
      if (action.do === 'redeem') return publicOrigin(BigInt(action.units))
      return action.do === 'hidden' || action.do === 'unwrap' ? action.handle : undefined
    },
    revertReason: (hash) => here(() => revertOf(ledger.mined.get(hash)?.reason ?? 'Unknown')),
    whoUsedNonce: (sender, nonce) =>
      here(() => {
        const use = [...ledger.mined.values()].find(({ sent }) => sent.sender === sender && sent.nonce === nonce)
        if (use === undefined && faults.rival === true) return INVENTED
        return use && useOf(use.sent, use.receipt.block)
      }),
    finalized: (request) =>
      here(() => {
        const { paidBy: hash, block, units } = ledger.requests.get(request) ?? {}
        return hash === undefined || block === undefined || units === undefined ? undefined : { hash, block, units }
      }),
  }
}

/** Calls of a fake chain, each as the action that its ledger carries out. */
const calls: SigningChain['calls'] = {
  fund: (to, units, wei) => callOf({ do: 'fund', to, units: units.toString(), wei: wei.toString() }, wei),
  wrap: (_, units) => [{ kind: 'wrap', call: callOf({ do: 'wrap', units: units.toString() }) }],
  transferPublic: (to, units) => callOf({ do: 'transfer', to, units: units.toString() }),
  transferConfidential: (to, { handle }) => callOf({ do: 'hidden', to, handle }),
  transferHeld: (to, handle) => callOf({ do: 'hidden', to, handle }),
  unwrap: (_, { handle }) => callOf({ do: 'unwrap', handle }),
  finalizeUnwrap: (request, { units }) => callOf({ do: 'finalize', request, units: units.toString() }),
  transferPadded: (to, { handle }, delta) => callOf({ do: 'padded', to, handle, delta: delta.toString() }),
  redeemPublicly: (units) => callOf({ do: 'redeem', units: units.toString() }),
  allowPads: (until) => callOf({ do: 'allow pads', until }),
  meaningOf: (call) => meaningOf(actionIn(call)),
}

function known<T>(block: T | undefined): T {
  if (block === undefined) throw new Error('a chain has a newest block')
  return block
}
