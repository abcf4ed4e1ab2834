import { privateKeyToAccount } from 'viem/accounts'
import type { Address, Hex } from '#shared/model/ids.ts'
import type { Signer } from '../../port.ts'
import type { ZamaClient } from './client.ts'
import { ZamaFailure } from './failures.ts'
import type { ZamaPermit, ZamaTyped } from './messages.ts'
import { SECONDS_PER_DAY, unifiedTyped } from './unified/permit.ts'
import { Late } from './within.ts'

/** A permit is signed for a day and used for half of it. */
const PERMIT_DAYS = 1
const PERMIT_USED_S = 43_200

type Account = ReturnType<typeof privateKeyToAccount>
type Typed = Parameters<Account['signTypedData']>[0]

export type PermitSettings = {
  cstable: Address
  chainId: number
  /** Signed for version 3 of the relayer's protocol, in seconds. */
  unified: boolean
  /** Seconds since the epoch by which permits are dated (`permitTime`). */
  now(): Promise<number>
}

/** Permits of wallets to have values decrypted, in memory while they are used: each holds a private key. */
export function createPermits(zama: ZamaClient, { cstable, chainId, unified, now }: PermitSettings) {
  const permits = new Map<Address, ZamaPermit>()

  /** The order of the map is that of signing. */
  function keep(user: Address, permit: ZamaPermit, at: number): void {
    permits.delete(user)
    permits.set(user, permit)
    for (const [other, { start }] of permits) {
      if (at - start < PERMIT_USED_S) break
      permits.delete(other)
    }
  }

  async function sign(signer: Signer, at: number, signal: AbortSignal): Promise<ZamaPermit> {
    // A little in the past: the relayer's clock need not agree with the chain's.
    const [start, days] = [at - 60, PERMIT_DAYS]
    const made = await zama.ask<'permit'>({ is: 'permit', contract: cstable, start, days }, signal)
    const { publicKey, privateKey } = made
    const statement = unified
      ? unifiedTyped(unifiedPermit(signer.address, `0x${publicKey}`, start, days), chainId)
      : daysTyped(made.typed)
    const signature = await privateKeyToAccount(signer.key).signTypedData(statement as Typed)
    return { publicKey, privateKey, signature, start, days }
  }

  const unifiedPermit = (user: Address, publicKey: Hex, start: number, days: number) => ({
    user,
    publicKey,
    contracts: [cstable],
    start,
    seconds: days * SECONDS_PER_DAY,
  })

  return {
    has: (user: Address) => permits.has(user),
    forget: (user: Address) => permits.delete(user),
    async of(signer: Signer, signal: AbortSignal): Promise<ZamaPermit> {
      const at = await now()
      const known = permits.get(signer.address)
      if (known !== undefined && known.start <= at && at - known.start < PERMIT_USED_S) return known
      const permit = await sign(signer, at, signal)
      keep(signer.address, permit, at)
      return permit
    },
  }
}

function daysTyped({ domain, types, message }: ZamaTyped) {
  const { UserDecryptRequestVerification } = types
  return { domain, types: { UserDecryptRequestVerification }, primaryType: 'UserDecryptRequestVerification', message }
}

/**
 * Whether a failure may be the permit's, which a rotation of the KMS voids: `now`, a new one is worth asking with at once;
 * `next`, it is not used again, since what a KMS does not answer because of it reads like a KMS that is slow. Silence, the
 * chain's access list and a relayer that is not there say nothing about it.
 */
export function blames(cause: unknown): 'now' | 'next' | undefined {
  if (cause instanceof Late || !(cause instanceof ZamaFailure)) return undefined
  if (cause.kind === 'refused' || cause.kind === 'unverifiable') return 'now'
  return cause.kind === 'busy' || cause.kind === 'failing' ? 'next' : undefined
}

/**
 * Permits must not begin in the future of anyone who checks them: Zama's client by this machine's clock (in ms), the KMS by
 * its chain's (in s). A clock that was ahead leaves the offline test-net's newest block there, and one that is behind
 * is behind the live chain: the earlier of the two is past for both.
 */
export function permitTime(chainTime: number, machineMs: number): number {
  return Math.min(chainTime, Math.floor(machineMs / 1000))
}
