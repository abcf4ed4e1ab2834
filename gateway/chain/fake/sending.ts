import type { Broadcast, Signing } from '../signing.ts'
import { callOfSent, isSigned, sentIn, signedBy } from './calls.ts'
import type { Faults } from './faults.ts'
import type { Ledger, Sent } from './ledger.ts'

/** Signs and sends: the bytes are the call itself, readable. Whatever the chain is offered is noted in `broadcasts`. */
export function createSending(ledger: Ledger, faults: Faults, broadcasts: Sent[]): Signing {
  return {
    sign: async (signer, request) => signedBy(signer.address, request, faults.untagged === true),
    async resign(signer, raw, fees) {
      const { nonce, gas } = JSON.parse(Buffer.from(raw.slice(2), 'hex').toString('utf8'))
      return this.sign(signer, { ...callOfSent(sentIn(raw)), nonce, gas: BigInt(gas), ...fees })
    },
    async broadcast(raw): Promise<Broadcast> {
      if (faults.chainAway) return { is: 'unreachable', reason: 'away' }
      // A test may send a transaction by its hash alone: the hash stands for the bytes.
      const sent = isSigned(raw) ? sentIn(raw) : ledger.seen(raw)
      if (sent === undefined) return { is: 'refused', reason: 'these bytes are no transaction' }
      broadcasts.push(sent)
      const fate = faults.broadcast?.(sent) ?? 'accepted'
      if (fate !== 'lost') ledger.take(sent)
      return fate === 'refused' ? { is: 'refused', reason: 'refused by the test' } : { is: 'accepted' }
    },
  }
}
