import type { Hex } from '#shared/model/ids.ts'
import type { Broadcast, Signing } from '../signing.ts'
import { actionIn, callOf, hashOf, isSigned, sentIn } from './calls.ts'
import type { Faults } from './faults.ts'
import type { Ledger, Sent } from './ledger.ts'

/** Signs and sends: the bytes are the call itself, readable. Whatever the chain is offered is noted in `broadcasts`. */
export function createSending(ledger: Ledger, faults: Faults, broadcasts: Sent[]): Signing {
  return {
    async sign(signer, request) {
      const cost = request.gas * request.maxFee + request.value
      const { nonce, gas, value, maxFee } = request
      const body = { sender: signer.address, nonce, action: actionIn(request), gas, value, cost, fee: maxFee }
      const text = JSON.stringify(body, (_, field) => (typeof field === 'bigint' ? field.toString() : field))
      const raw: Hex = `0x${Buffer.from(text).toString('hex')}`
      return { raw, hash: hashOf(raw), cost }
    },
    async resign(signer, raw, fees) {
      const { nonce, action, gas, value } = JSON.parse(Buffer.from(raw.slice(2), 'hex').toString('utf8'))
      const call = { ...callOf(action, BigInt(value)), nonce, gas: BigInt(gas), ...fees }
      return this.sign(signer, call)
    },
    async broadcast(raw): Promise<Broadcast> {
      if (faults.chainAway) return { is: 'unreachable', reason: 'away' }
      // Of what a test has taken without signing it, the hash stands for the bytes.
      const sent = isSigned(raw) ? sentIn(raw) : ledger.seen(raw)
      if (sent === undefined) return { is: 'refused', reason: 'these bytes are no transaction' }
      broadcasts.push(sent)
      const fate = faults.broadcast?.(sent) ?? 'accepted'
      if (fate !== 'lost') ledger.take(sent)
      return fate === 'refused' ? { is: 'refused', reason: 'refused by the test' } : { is: 'accepted' }
    },
  }
}
