// Zama's client in a thread of its own: its cryptography takes seconds, and must not hold up the gateway. The SDK's own
// thread cannot be told that nobody waits any more, and then asks the relayer for an hour; this one can.
import { parentPort, workerData } from 'node:worker_threads'
import { createInstance, type FhevmInstance } from '@zama-fhe/relayer-sdk/node'
import type { FromZama, ToZama, ZamaConfig, ZamaQuestion, ZamaResults, ZamaTyped } from './messages.ts'

const config = workerData as ZamaConfig
const underway = new Map<number, AbortController>()
let client: Promise<FhevmInstance> | undefined

/** Made when it is first needed, and again where that failed: it asks the chain and the relayer. */
function instance(): Promise<FhevmInstance> {
  client ??= createInstance(config).catch((error: unknown) => {
    client = undefined
    throw error
  })
  return client
}

async function answer(question: ZamaQuestion, signal: AbortSignal): Promise<ZamaResults[ZamaQuestion['is']]> {
  const zama = await instance()
  signal.throwIfAborted()
  switch (question.is) {
    case 'encrypt': {
      const input = zama.createEncryptedInput(question.contract, question.user).add64(question.units)
      const { handles, inputProof } = await input.encrypt({ signal })
      return { handle: handles[0], proof: inputProof }
    }
    case 'permit': {
      const keys = zama.generateKeypair()
      const typed = zama.createEIP712(keys.publicKey, [question.contract], question.start, question.days)
      return { ...keys, typed: typed as unknown as ZamaTyped }
    }
    case 'user decrypt': {
      const { contract, user, permit } = question
      const pairs = question.handles.map((handle) => ({ handle, contractAddress: contract }))
      const { publicKey, privateKey, signature, start, days } = permit
      return zama.userDecrypt(pairs, privateKey, publicKey, signature, [contract], user, start, days, { signal })
    }
    case 'public decrypt': {
      const { clearValues, decryptionProof } = await zama.publicDecrypt([question.handle], { signal })
      return { values: clearValues, proof: decryptionProof }
    }
  }
}

const tell = (message: FromZama) => parentPort?.postMessage(message)

async function work(id: number, question: ZamaQuestion): Promise<void> {
  const abort = new AbortController()
  underway.set(id, abort)
  try {
    tell({ id, result: await answer(question, abort.signal) })
  } catch (error) {
    tell({ id, failure: error instanceof Error ? error.message : String(error) })
  } finally {
    underway.delete(id)
  }
}

parentPort?.on('message', (message: ToZama) => {
  if ('abort' in message) underway.get(message.id)?.abort()
  else void work(message.id, message.question)
})
