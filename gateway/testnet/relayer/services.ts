import type { Hex } from 'viem'
import type { Cleartexts } from '../coprocessor/cleartexts.ts'
import type { Follower } from '../coprocessor/follower.ts'
import type { Acl } from '../kms/acl.ts'
import type { Signatures } from '../kms/erc1271.ts'
import type { Tfhe } from '../tfhe/tfhe.ts'
import { RelayerRefusal } from './refusal.ts'

/** What the relayer's answers are made of. */
export type Services = {
  cleartexts: Cleartexts
  follower: Follower
  acl: Acl
  /** Signatures of accounts, contracts among them. */
  signatures: Signatures
  tfhe: Tfhe
  kmsKey: Hex
  coprocessorKey: Hex
  /** Wall clock, in seconds. */
  now(): number
  log(line: string): void
}

/** Cleartexts of handles that the coprocessor has computed by now; callers ask the access list first. */
export function cleartextsOf({ cleartexts }: Services, handles: Hex[]): { handle: Hex; value: bigint }[] {
  return handles.map((handle) => {
    const value = cleartexts.get(handle)
    if (value === undefined) throw new RelayerRefusal('not_ready_for_decryption', `${handle} has no ciphertext yet`)
    return { handle, value }
  })
}
