import type { Address, Hex } from '#shared/model/ids.ts'
import type { Computation } from '../fhe/computations.ts'
import type { Calls } from './calls.ts'
import type { PadsContract } from './pads.ts'
import type { PaymentQuestion, PaymentReading } from './payment-reading.ts'
import type { Revert } from './revert.ts'
import type { Finalized, TokenMove } from './token-move.ts'
import type { TokenPowers } from './token-powers.ts'
import type { WalletKeys } from './wallet-keys.ts'

/** What the gateway asks of a chain. `live/` answers through viem and Zama's client, `fake/` in unit tests. */
export type Chain = {
  readonly chainId: number
  readonly tokens: Tokens
  /** Address of the operator: pays faucet, gas and payouts. Undefined where no key is configured. */
  readonly operator: Signer | undefined
  /** Tokens, faucet and host contracts: addresses that a payment must not go to. */
  readonly ownContracts: readonly Address[]

  /** Version that the FHEVM's executor gives itself, such as `0.4.0`, now or at a block. It proves nothing. */
  executorVersion(block?: number): Promise<string>
  /** Who has power over the confidential token beside its holders, and whether it refuses the operator. */
  tokenPowers(): Promise<TokenPowers>

  /** The newest block. Throws `ChainUnavailable`, as every read here does. */
  head(): Promise<Head>
  /** Public balances, gas and confidential handles of any number of addresses in one call, all at one block. */
  readWallets(addresses: Address[], block?: number): Promise<WalletReading[]>
  readGas(addresses: Address[]): Promise<bigint[]>
  /**
   * Those of some addresses that the chain knows: which have sent anything, or have gas, tokens or a confidential balance.
   * Every further node (`SOTTO_RPC_URLS_CONFIRM`) has to say so of each: throws where they do not agree.
   */
  inUse(addresses: readonly Address[]): Promise<Address[]>
  /** All that a payment has to know before it is signed, asked for at once: one round trip to the node. */
  readForPayment(question: PaymentQuestion): Promise<PaymentReading>
  fees(): Promise<Fees>
  /** How many transactions of this sender are mined: the nonce that comes next. At the newest block, or at a given one. */
  nonce(sender: Address, block?: number): Promise<number>
  /** Gas that a call will take, or why it would revert: at the newest block, or at a given one. */
  estimate(sender: Address, call: Call, block?: number): Promise<Estimate>

  /** The nonce that comes after whatever the node holds in its pool: a hint, never a proof. */
  pendingNonce(sender: Address): Promise<number>

  /** `old`: of what is known to be mined, which a node that forgets receipts may have no more; one that keeps them may. */
  receipt(hash: Hex, options?: { old: boolean }): Promise<Receipt | undefined>
  /**
   * What the executor computed in a run of blocks, both ends included, in order, as far as some handles and their operands
   * were made by it: what others compute is left out.
   */
  computationsLeadingTo(handles: readonly Hex[], fromBlock: number, toBlock: number): Promise<Computation[]>
  /**
   * Moves of either token to any of some addresses, in a run of blocks, both ends included, in order. A node may refuse a
   * run that is too long for it. A node that lags leaves out what it does not have: only for blocks that every node has.
   */
  movesTo(addresses: readonly Address[], fromBlock: number, toBlock: number): Promise<TokenMove[]>
  /** All moves of either token in the block with this hash, in order. Throws where the node does not have the block. */
  movesIn(blockHash: Hex): Promise<TokenMove[]>
  /**
   * Whether every further node (`SOTTO_RPC_URLS_CONFIRM`) shows this same receipt; true where none is configured. A node
   * that does not answer has not agreed.
   */
  agreed(receipt: Receipt): Promise<boolean>
  /**
   * How many further nodes did not answer when this was called last, or were minutes behind the first one: what they confirm
   * waits for them.
   */
  nodesBehind(): number
  /** The call that signed bytes make. */
  callIn(raw: Hex): Call
  /** The encrypted input that signed bytes hand over, or the name of what takes its place (`Lineage`); undefined where there is none. */
  inputIn(raw: Hex): Hex | undefined
  /**
   * The block that the chain has at a height now; undefined above its head. Time in seconds since the epoch. Throws where
   * a block was shown before and is not now: the node lags, unless the chain stays shorter. `wasSeen`: it was shown, if only
   * to another process, or before this one began. `old`: of what is known to be mined, as of a receipt.
   */
  block(number: number, known?: { wasSeen?: boolean; old?: boolean }): Promise<Block | undefined>
  /** Why a mined transaction reverted, as far as a replay of it can tell. */
  revertReason(hash: Hex): Promise<Revert>
  /**
   * The mined transaction that used a nonce, searched for from a block on. Undefined where the nonce is still unused, and
   * where what the node shows was not signed by this sender: that cannot be invented. Searched by old state where it is
   * kept, else block by block, so many a call: then it is undefined until a later call has come to that block.
   */
  whoUsedNonce(sender: Address, nonce: number, fromBlock: number): Promise<NonceUse | undefined>

  readonly calls: Calls
  readonly wallets: WalletKeys
  readonly confidential: Confidential
  /** Transfers with proofs made ahead, and redeems without one. */
  readonly pads: PadsContract

  /**
   * What has paid an unwrap request, if anything: searched for from a block on, and within so many after it. Throws
   * `SearchUnfinished` where a call has asked so much that it ends before the search does: a later one goes on there.
   */
  finalized(request: Hex, fromBlock: number, within?: number): Promise<Finalized | undefined>
}

export type Token = { address: Address; symbol: string }
export type Tokens = { stable: Token; cstable: Token }
export type Head = Block & { number: number }

export type WalletReading = { address: Address; wei: bigint; stable: bigint; handle: Hex }

export type Fees = { maxFee: bigint; priorityFee: bigint; gasPrice: bigint }

export type Call = { to: Address; data: Hex; value: bigint }
export type Estimate = { is: 'gas'; gas: bigint } | { is: 'reverts'; revert: Revert }

declare const privateKey: unique symbol
/** A private key in memory, on its way from its seal to a signature. */
export type PrivateKey = Hex & { readonly [privateKey]: true }
export type Signer = { address: Address; key: PrivateKey }

export type Receipt = {
  hash: Hex
  sender: Address
  block: number
  blockHash: Hex
  success: boolean
  /** Wei that it took from its sender for gas, where the node says it. Nothing is decided by it. */
  fee?: bigint
  /** STABLE that moved in public, in the order of the logs. */
  publicMoves: { from: Address; to: Address; units: bigint }[]
  /** cSTABLE that moved: the handle of each amount, and what it was computed from. */
  confidentialMoves: ({ from: Address; to: Address; handle: Hex } & Lineage)[]
  /** Unwrap requests that this transaction opened. */
  unwraps: ({ receiver: Address; request: Hex } & Lineage)[]
  /** What the executor computed, in order, as a node says it; and what of it the handles themselves prove. */
  computations: Computation[]
}

/**
 * The encrypted input or balance that a handle was computed from, or the name of a pad with its number, or of a public amount
 * (`fhe/origins.ts`). `input`: the handle proves it. `claimedInput`, where nothing proves it: the events of the receipt say
 * it.
 */
export type Lineage = { input?: Hex; claimedInput?: Hex }

/** With the hashes of its transactions. */
export type Block = { hash: Hex; parent: Hex; time: number; transactions: readonly Hex[] }

/** A mined transaction as its signed bytes say. `cost`: the most wei that they could take from their sender. */
export type NonceUse = Call & {
  hash: Hex
  block: number
  raw: Hex
  maxFee: bigint
  priorityFee: bigint
  cost: bigint
}

export type ConfidentialInput = { handle: Hex; proof: Hex }
export type Published = { units: bigint; proof: Hex }

/** Encryption and decryption of amounts. Throws `ConfidentialUnavailable` where the service cannot answer now. */
export type Confidential = {
  /** Whether an encryption takes seconds of a core that everybody shares: a real proof does, an attested input does not. */
  readonly isCostly: boolean
  /**
   * Encrypts an amount so that only `user` may hand it to the confidential token, or throws `overloaded`. Where it has
   * to wait, `atItsTurn` is told before and after how many ms it will take about, and throws where a caller waits less.
   */
  encrypt(user: Address, units: bigint, atItsTurn?: (takesMs: number) => void): Promise<ConfidentialInput>
  /** The same of up to 32 amounts with one proof, each of which another transaction may hand over. */
  encryptSeveral(user: Address, units: readonly bigint[]): Promise<ConfidentialInput[]>
  /** What the handles stand for, asked by a wallet that may know: all of them, or `NotAllowed`. */
  decrypt(signer: Signer, handles: Hex[]): Promise<Map<Hex, bigint>>
  /** A publicly decryptable amount with its proof; undefined while it is not published yet. */
  publicDecrypt(handle: Hex): Promise<Published | undefined>
  /** Whether the service answers at all. */
  alive(): Promise<boolean>
}

/** The RPC did not answer, or not the question. */
export class ChainUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ChainUnavailable'
  }
}

/** The encryption or decryption service cannot do it now; nothing was decided. */
export class ConfidentialUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConfidentialUnavailable'
  }
}

/** One handle of a request is none that its asker may know, or none that the chain has: nothing of the request is answered. */
export class NotAllowed extends ConfidentialUnavailable {
  constructor(message: string, cause?: unknown) {
    super(message, cause)
    this.name = 'NotAllowed'
  }
}
