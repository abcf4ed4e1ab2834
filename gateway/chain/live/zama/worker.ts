// Zama's client in a thread of its own: its cryptography takes seconds, and must not hold up the gateway. The SDK's own
// thread cannot be told that no caller waits any more, and then asks the relayer for an hour; this one can.
import { parentPort, workerData } from 'node:worker_threads'
import { createInstance, type FhevmInstance } from '@zama-fhe/relayer-sdk/node'
import { closedConnectionsRead } from './closed-connections.ts'
import { kindOf, wordsOf } from './failures.ts'
import { keepClient } from './kept-client.ts'
import type { FromZama, ToZama, ZamaQuestion, ZamaResults, ZamaThread, ZamaTyped } from './messages.ts'
import { decryptUnified } from './unified/decrypt.ts'
import { whileBusy } from './while-busy.ts'

const { config, limits } = workerData as ZamaThread
const underway = new Map<number, AbortController>()
/** Where it cannot be made in time, what it waits for has no end: with the thread go its connections. */
const client = keepClient(
  () => createInstance(config),
  limits,
  ({ message }) => tell({ over: message }),
)

function tell(message: FromZama): void {
  parentPort?.postMessage(message)
}

type Answer = ZamaResults[ZamaQuestion['is']]

async function answer(zama: FhevmInstance, question: ZamaQuestion, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted()
  const whenever = <T>(ask: () => Promise<T>) => whileBusy(ask, signal, limits.pausesMs)
  switch (question.is) {
    case 'encrypt': {
      const input = zama.createEncryptedInput(question.contract, question.user)
      for (const value of question.values) input.add64(value)
      const proof = input.generateZKProof()
      await closedConnectionsRead()
      // Proved once, however often the relayer is asked.
      const { handles, inputProof } = await whenever(() => zama.requestZKProofVerification(proof, { signal }))
      return { handles, proof: inputProof }
    }
    case 'permit': {
      const keys = zama.generateKeypair()
      const typed = zama.createEIP712(keys.publicKey, [question.contract], question.start, question.days)
      return { ...keys, typed: typed as unknown as ZamaTyped }
    }
    case 'user decrypt': {
      const { contract, user, permit } = question
      const { unifiedUrl } = config
      if (unifiedUrl !== undefined) {
        return whenever(() => decryptUnified(zama.config, { ...config, unifiedUrl }, question, signal))
      }
      const pairs = question.handles.map((handle) => ({ handle, contractAddress: contract }))
      const { publicKey, privateKey, signature, start, days } = permit
      return whenever(() =>
        zama.userDecrypt(pairs, privateKey, publicKey, signature, [contract], user, start, days, { signal }),
      )
    }
    case 'public decrypt': {
      const { clearValues, decryptionProof } = await whenever(() => zama.publicDecrypt([question.handle], { signal }))
      return { values: clearValues, proof: decryptionProof }
    }
  }
}

/**
 * The client knows the keys of KMS and coprocessors from when it was made: after a rotation it believes no answer any more.
 * So what cannot be verified is asked for once more with one that is made anew, but for a proof, which takes too long.
 */
async function answerWithKeysOfNow(question: ZamaQuestion, signal: AbortSignal): Promise<Answer> {
  const zama = await client.get()
  try {
    return await answer(zama, question, signal)
  } catch (error) {
    if (kindOf(error) !== 'unverifiable' || !client.renew(zama) || question.is === 'encrypt') throw error
    return answer(await client.get(), question, signal)
  }
}

async function work(id: number, question: ZamaQuestion): Promise<void> {
  const abort = new AbortController()
  underway.set(id, abort)
  try {
    tell({ id, result: await answerWithKeysOfNow(question, abort.signal) })
  } catch (error) {
    tell({ id, failure: wordsOf(error), kind: kindOf(error) })
  } finally {
    underway.delete(id)
  }
}

parentPort?.on('message', (message: ToZama) => {
  if ('abort' in message) underway.get(message.id)?.abort()
  else void work(message.id, message.question)
})
