import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from '#shared/model/ids.ts'
import { boundedQueue } from '../../../crypto/bounded-queue.ts'
import { SpanKind, spanned } from '../../../spans.ts'
import {
  type Confidential,
  type ConfidentialInput,
  ConfidentialUnavailable,
  NotAllowed,
  type Published,
  type Signer,
} from '../../port.ts'
import { despiteLag, isNotYetAllowed } from '../rpc/lag.ts'
import { createZamaClient } from './client.ts'
import type { ZamaConfig, ZamaPermit } from './messages.ts'
import { sepolia } from './sepolia.ts'

export type FastInput = (request: { contract: Address; user: Address; value: bigint }) => Promise<{
  handle: Hex
  inputProof: Hex
}>

export type ConfidentialSettings = {
  rpcUrl: string
  relayerUrl: string
  relayerApiKey?: string
  chainId: number
  cstable: Address
  /** Seconds since the epoch by which permits are dated (`permitTime`). */
  now(): Promise<number>
  /** On the offline test-net only: an attested input without the proof's ten seconds. */
  fastInput?: FastInput
}

/** Longest wait for an input proof, which is computed here, and for a decryption. The client itself would wait an hour. */
const ENCRYPT_MS = 180_000
const DECRYPT_MS = 30_000
/** The client proves and decrypts in one thread: one proof at a time, and not more in line than can wait. */
const PROOFS_WAITING_MAX = 8
/** A permit is signed for a day and used for half of it. */
const PERMIT_DAYS = 1
const PERMIT_USED_S = 43_200
/** A request takes at most 2,048 bits: 32 handles of euint64. */
const HANDLES_AT_ONCE = 32

/** Zama's own client, unmodified, in a thread of its own: the cryptography never blocks the gateway. */
export function createConfidential(settings: ConfidentialSettings): Confidential & { close(): void } {
  const { cstable, chainId, relayerUrl, relayerApiKey, rpcUrl } = settings
  const auth = relayerApiKey === undefined ? {} : { auth: { __type: 'ApiKeyHeader' as const, value: relayerApiKey } }
  const network = { ...sepolia, chainId, relayerUrl, network: rpcUrl, batchRpcCalls: false, ...auth }
  const zama = createZamaClient(network as ZamaConfig)
  const permits = new Map<Address, ZamaPermit>()
  const published = new Map<Hex, Promise<Published>>()
  const proving = boundedQueue(1, PROOFS_WAITING_MAX)

  async function permitOf(signer: Signer, signal: AbortSignal): Promise<ZamaPermit> {
    const now = await settings.now()
    const known = permits.get(signer.address)
    if (known !== undefined && known.start <= now && now - known.start < PERMIT_USED_S) return known
    // A little in the past: the relayer's clock need not agree with the chain's.
    const [start, days] = [now - 60, PERMIT_DAYS]
    const made = await zama.ask<'permit'>({ is: 'permit', contract: cstable, start, days }, signal)
    const { publicKey, privateKey, typed } = made
    const signature = await privateKeyToAccount(signer.key).signTypedData({
      domain: typed.domain,
      types: { UserDecryptRequestVerification: typed.types.UserDecryptRequestVerification },
      primaryType: 'UserDecryptRequestVerification',
      message: typed.message,
    } as Parameters<ReturnType<typeof privateKeyToAccount>['signTypedData']>[0])
    const permit = { publicKey, privateKey, signature, start, days }
    permits.set(signer.address, permit)
    return permit
  }

  async function decryptSome(signer: Signer, handles: Hex[], signal: AbortSignal): Promise<[Hex, bigint][]> {
    const permit = await permitOf(signer, signal)
    const question = { is: 'user decrypt', handles, contract: cstable, user: signer.address, permit } as const
    const clear = await onceAllowed(() => zama.ask<'user decrypt'>(question, signal))
    return handles.map((handle) => [handle, unitsIn(clear, handle)])
  }

  async function prove(user: Address, units: bigint, signal: AbortSignal): Promise<ConfidentialInput> {
    const made = await zama.ask<'encrypt'>({ is: 'encrypt', contract: cstable, user, units }, signal)
    return inputOf(made.handle, made.proof)
  }

  function publicDecrypt(handle: Hex): Promise<Published> {
    return within(DECRYPT_MS, 'public decryption', async (signal) => {
      const question = { is: 'public decrypt', handle } as const
      const { values, proof } = await onceAllowed(() => zama.ask<'public decrypt'>(question, signal))
      return { units: unitsIn(values, handle), proof }
    })
  }

  return {
    isCostly: settings.fastInput === undefined,

    async encrypt(user, units) {
      const { fastInput } = settings
      if (fastInput === undefined)
        return proving(() => within(ENCRYPT_MS, 'encryption', (signal) => prove(user, units, signal)))
      return within(ENCRYPT_MS, 'encryption', async () => {
        const input = await fastInput({ contract: cstable, user, value: units })
        return inputOf(input.handle, input.inputProof)
      })
    },

    async decrypt(signer, handles) {
      const clear = new Map<Hex, bigint>()
      for (let start = 0; start < handles.length; start += HANDLES_AT_ONCE) {
        const some = handles.slice(start, start + HANDLES_AT_ONCE)
        const ask = () => within(DECRYPT_MS, 'decryption', (signal) => decryptSome(signer, some, signal))
        // A rotation of the KMS voids permits: sign a new one, once. Silence says nothing about the permit.
        const answers = permits.has(signer.address)
          ? await ask().catch((error: unknown) => {
              if (error instanceof Error && error.cause instanceof Late) throw error
              permits.delete(signer.address)
              return ask()
            })
          : await ask()
        for (const [handle, units] of answers) clear.set(handle, units)
      }
      return clear
    },

    // One question is asked once, however many look.
    publicDecrypt(handle) {
      const asked = published.get(handle) ?? publicDecrypt(handle).finally(() => published.delete(handle))
      published.set(handle, asked)
      return asked
    },

    alive: () =>
      relayerCall(
        'key URL',
        async () => (await fetch(`${relayerUrl}/keyurl`, { signal: AbortSignal.timeout(4_000) })).ok,
      ),

    close: () => zama.close(),
  }
}

function unitsIn(clear: Readonly<Record<Hex, unknown>>, handle: Hex): bigint {
  const value = clear[handle]
  if (typeof value !== 'bigint') throw new Error('the answer lacks a handle that was asked for')
  return value
}

/**
 * Permits must not begin in the future of anyone who checks them: Zama's client by this machine's clock (in ms), the KMS by
 * its chain's (in s). A clock that was ahead leaves the offline test-net's newest block there, and one that is behind
 * is behind the live chain: the earlier of the two is past for both.
 */
export function permitTime(chainTime: number, machineMs: number): number {
  return Math.min(chainTime, Math.floor(machineMs / 1000))
}

/** What came from another machine is an input only if it looks like one. */
function inputOf(handle: Uint8Array | Hex | undefined, proof: Uint8Array | Hex | undefined): ConfidentialInput {
  const input = { handle: hexOf(handle), proof: hexOf(proof) }
  if (!/^0x[0-9a-fA-F]{64}$/.test(input.handle)) throw new Error('the answer has no handle')
  if (!/^0x([0-9a-fA-F]{2})+$/.test(input.proof)) throw new Error('the answer has no proof')
  return input
}

function hexOf(bytes: Uint8Array | Hex | undefined): Hex {
  return bytes === undefined || typeof bytes === 'string' ? (bytes ?? '0x') : `0x${Buffer.from(bytes).toString('hex')}`
}

/** A node that lags does not know yet who may decrypt the newest handles. */
const onceAllowed = <T>(ask: () => Promise<T>) => despiteLag(ask, () => false, isNotYetAllowed)

const relayerCall = <T>(what: string, work: () => Promise<T>) => spanned(`relayer ${what}`, SpanKind.CLIENT, {}, work)

class Late extends Error {}

/**
 * Whatever goes wrong or takes too long becomes `ConfidentialUnavailable`: nothing is decided by it. What takes too long is
 * told to stop.
 */
async function within<T>(ms: number, what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(new Late(`no answer within ${ms / 1000} s`)), ms)
  const late = new Promise<never>((_, reject) => {
    patience.signal.addEventListener('abort', () => reject(patience.signal.reason), { once: true })
  })
  try {
    return await relayerCall(what, () => Promise.race([work(patience.signal), late]))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const Failure = isNotYetAllowed(cause) ? NotAllowed : ConfidentialUnavailable
    throw new Failure(`The ${what} failed: ${reason.slice(0, 200)}`, cause)
  } finally {
    clearTimeout(timer)
  }
}
