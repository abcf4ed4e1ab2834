import { relayerAnswers } from '../../../chain/live/zama/answers.ts'
import { createZamaClient } from '../../../chain/live/zama/client.ts'
import { sepolia } from '../../../chain/live/zama/sepolia.ts'
import { type Place, threadOf } from '../../../chain/live/zama/thread.ts'
import { bad, type Finding, ok, reason } from '../finding.ts'

/** The client downloads some megabytes and reads them. */
const PATIENCE_MS = 60_000
const ANSWER_MS = 10_000

/**
 * Whether the relayer answers, and its public key and CRS are of a kind that Zama's client as it comes with this version can
 * read: that client loads both before it does anything. Nothing is encrypted, and nothing sent.
 */
export async function checkRelayer(place: Place): Promise<Finding[]> {
  const thread = threadOf(place)
  const zama = createZamaClient(thread)
  const patience = new AbortController()
  // Keeps this process going while the client's thread works, which alone does not.
  const timer = setTimeout(() => patience.abort(new Error(`not read within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS)
  try {
    if (!(await relayerAnswers(thread.config, ANSWER_MS).catch(() => false))) throw new Silent()
    await zama.ask<'permit'>({ is: 'permit', contract: sepolia.aclContractAddress, start: 0, days: 1 }, patience.signal)
    return [ok('relayer', 'answers'), ok('relayer keys', 'this version can read the public key and its parameters')]
  } catch (error) {
    if (error instanceof Silent) {
      return [bad('relayer', 'does not answer', 'check SOTTO_RELAYER_URL and SOTTO_RELAYER_API_KEY')]
    }
    return [
      ok('relayer', 'answers'),
      bad('relayer keys', `cannot be read: ${reason(error).slice(0, 200)}`, 'look for a newer version of Sotto'),
    ]
  } finally {
    clearTimeout(timer)
    zama.close()
  }
}

class Silent extends Error {}
