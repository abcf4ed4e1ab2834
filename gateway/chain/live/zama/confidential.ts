import type { Address, Hex } from '#shared/model/ids.ts'
import type { PadsContract } from '../../pads.ts'
import type { Confidential, ConfidentialInput, ConfidentialUnavailable, Published, Signer } from '../../port.ts'
import { despiteLag } from '../rpc/lag.ts'
import { relayerAnswers } from './answers.ts'
import { createZamaClient } from './client.ts'
import { ZamaFailure } from './failures.ts'
import type { ZamaLimits, ZamaResults } from './messages.ts'
import { blames, createPermits } from './permits.ts'
import { createProver, provingThreads } from './proving.ts'
import { type Place, threadOf } from './thread.ts'
import { relayerCall, within } from './within.ts'

export type FastInput = (request: { contract: Address; user: Address; value: bigint }) => Promise<{
  handle: Hex
  inputProof: Hex
}>

export type ConfidentialSettings = Place & {
  chainId: number
  cstable: Address
  /** Seconds since the epoch by which permits are dated (`permitTime`). */
  now(): Promise<number>
  /** On the offline test-net only: an attested input without the proof's ten seconds. Throws where it is another than asked for. */
  fastInput?: FastInput
  /** Milliseconds, for tests. */
  limits?: Partial<ZamaLimits & { decryptMs: number }>
}

/** Longest wait for a decryption, and for an input without a proof. The client itself would wait an hour. */
const DECRYPT_MS = 30_000
const ALIVE_MS = 4_000
/** A request takes at most 2,048 bits: 32 handles of euint64. */
const HANDLES_AT_ONCE = 32

type LiveConfidential = Confidential & {
  /** Encrypts numbers for another contract, all in one proof, while no payment needs the proof's thread. */
  encryptAhead(contract: Address, ...numbers: Parameters<PadsContract['encrypt']>): ReturnType<PadsContract['encrypt']>
  close(): void
}

/** Zama's own client, unmodified, in threads of its own: the cryptography never blocks the gateway. */
export function createConfidential(settings: ConfidentialSettings): LiveConfidential {
  const { cstable } = settings
  const { decryptMs = DECRYPT_MS, ...limits } = settings.limits ?? {}
  const thread = threadOf(settings, limits)
  const zama = createZamaClient(thread)
  const provers = Array.from({ length: provingThreads() }, () => createZamaClient(thread, { computes: true }))
  const prover = createProver(provers)
  const unified = thread.config.unifiedUrl !== undefined
  const permits = createPermits(zama, { ...settings, unified })
  const published = new Map<Hex, Promise<Published>>()

  async function decryptSome(signer: Signer, handles: Hex[], signal: AbortSignal): Promise<[Hex, bigint][]> {
    const permit = await permits.of(signer, signal)
    const question = { is: 'user decrypt', handles, contract: cstable, user: signer.address, permit } as const
    const clear = await onceAllowed(() => zama.ask<'user decrypt'>(question, signal))
    return handles.map((handle) => [handle, unitsIn(clear, handle)])
  }

  /** A permit that may be void is signed anew, once for each question. */
  async function decryptPermitted(signer: Signer, handles: Hex[]): Promise<[Hex, bigint][]> {
    const ask = () => within(decryptMs, 'decryption', (signal) => decryptSome(signer, handles, signal))
    const wasSigned = permits.has(signer.address)
    try {
      return await ask()
    } catch (error) {
      const blamed = blames((error as ConfidentialUnavailable).cause)
      if (blamed !== undefined) permits.forget(signer.address)
      if (blamed !== 'now' || !wasSigned) throw error
      return ask()
    }
  }

  function publicDecrypt(handle: Hex): Promise<Published> {
    return within(decryptMs, 'public decryption', async (signal) => {
      const question = { is: 'public decrypt', handle } as const
      const { values, proof } = await onceAllowed(() => zama.ask<'public decrypt'>(question, signal))
      return { units: unitsIn(values, handle), proof }
    })
  }

  return {
    ...createEncryption(settings, prover, decryptMs),

    async decrypt(signer, handles) {
      const clear = new Map<Hex, bigint>()
      for (let start = 0; start < handles.length; start += HANDLES_AT_ONCE) {
        const some = handles.slice(start, start + HANDLES_AT_ONCE)
        for (const [handle, units] of await decryptPermitted(signer, some)) clear.set(handle, units)
      }
      return clear
    },

    // One question is asked once, however many look. No answer is kept here: a rotation voids its proof.
    publicDecrypt(handle) {
      const asked = published.get(handle) ?? publicDecrypt(handle).finally(() => published.delete(handle))
      published.set(handle, asked)
      return asked
    },

    alive: () => relayerCall('key URL', () => relayerAnswers(thread.config, ALIVE_MS)),

    close() {
      zama.close()
      prover.close()
    },
  }
}

type Encryption = Pick<LiveConfidential, 'isCostly' | 'encrypt' | 'encryptSeveral' | 'encryptAhead'>

/** Encrypts by Zama's prover, or on a test-net by `fastInput`. */
function createEncryption(
  { cstable, fastInput }: ConfidentialSettings,
  prover: ReturnType<typeof createProver>,
  decryptMs: number,
): Encryption {
  return {
    isCostly: fastInput === undefined,

    async encrypt(user, units, atItsTurn) {
      if (fastInput === undefined) {
        const made = await prover.prove({ is: 'encrypt', contract: cstable, user, values: [units] }, atItsTurn)
        return within(decryptMs, 'encryption', async () => inputOf(made.handles[0], made.proof))
      }
      return within(decryptMs, 'encryption', async () => {
        const input = await fastInput({ contract: cstable, user, value: units })
        return inputOf(input.handle, input.inputProof)
      })
    },

    async encryptSeveral(user, values) {
      if (fastInput !== undefined) {
        const made = values.map((value) => fastInput({ contract: cstable, user, value }))
        return within(decryptMs, 'encryption', async () =>
          (await Promise.all(made)).map(({ handle, inputProof }) => inputOf(handle, inputProof)),
        )
      }
      const made = await prover.prove({ is: 'encrypt', contract: cstable, user, values })
      return inputsOf(made, values.length)
    },

    async encryptAhead(contract, user, values) {
      if (fastInput !== undefined) {
        const made = values.map((value) => fastInput({ contract, user, value }))
        return (await Promise.all(made)).map(({ handle, inputProof }) => inputOf(handle, inputProof))
      }
      const made = await prover.proveAhead({ is: 'encrypt', contract, user, values })
      return made && inputsOf(made, values.length)
    },
  }
}

function unitsIn(clear: Readonly<Record<Hex, unknown>>, handle: Hex): bigint {
  const value = clear[handle]
  if (typeof value !== 'bigint') throw new Error('the answer lacks a handle that was asked for')
  return value
}

/** Of one proof: its text is long, and all have the same one. */
function inputsOf({ handles, proof }: ZamaResults['encrypt'], count: number): ConfidentialInput[] {
  const shared = hexOf(proof)
  return Array.from({ length: count }, (_, index) => inputOf(handles[index], shared))
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
const onceAllowed = <T>(ask: () => Promise<T>) =>
  despiteLag(
    ask,
    () => false,
    (error) => error instanceof ZamaFailure && error.kind === 'behind',
  )
