import type { Hex } from '#shared/model/ids.ts'
import { type Chain, ConfidentialUnavailable, NotAllowed } from '../port.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'

/** Encryption and decryption of the fake chain: its ledger knows the units behind each handle. */
export function createConfidential(ledger: Ledger, faults: Faults): Chain['confidential'] {
  const decrypting = async <T>(answer: () => T): Promise<T> => {
    if (faults.decryptionAway) throw new ConfidentialUnavailable('the fake decryption service is away')
    return answer()
  }
  const opened = (handle: Hex): bigint => {
    const units = ledger.opened(handle)
    if (units === undefined) throw new NotAllowed('no block of the fake chain has made this handle')
    return units
  }

  return {
    isCostly: true,
    encrypt: (_, units) => decrypting(() => ({ handle: ledger.ciphertexts.encrypt(units), proof: '0x00' as Hex })),
    encryptSeveral: (_, several) =>
      decrypting(() => several.map((units) => ({ handle: ledger.ciphertexts.encrypt(units), proof: '0x00' as Hex }))),
    decrypt: (_, handles) => decrypting(() => new Map(handles.map((handle) => [handle, opened(handle)]))),
    publicDecrypt: (handle) =>
      decrypting(() => (faults.unpublished ? undefined : { units: opened(handle), proof: '0x00' as Hex })),
    alive: async () => !faults.decryptionAway,
  }
}
