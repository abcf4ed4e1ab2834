import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Address, Hex } from '#shared/model/ids.ts'
import { labelIn, RelayerRefused } from '../failures.ts'
import { EXTRA_DATA, type UnifiedPermit } from './permit.ts'

/** Encrypted shares as the KMS's parties signed them, hexadecimal without 0x. */
export type Share = { payload: string; signature: string }

export type UnifiedRequest = {
  /** Address of version 3, without a slash at its end. */
  url: string
  apiKey?: string
  handles: readonly Hex[]
  contract: Address
  permit: UnifiedPermit
  /** Empty: the user is a contract, which is asked by ERC-1271. */
  signature: Hex
}

const queued = z.object({ result: z.object({ jobId: z.string().check(z.regex(/^[\w-]{1,100}$/)) }) })
const hex = z.string().check(z.regex(/^(0x)?([0-9a-fA-F]{2})*$/))
const done = z.object({
  result: z.object({ result: z.array(z.object({ payload: hex, signature: hex })).check(z.minLength(1)) }),
})

/** Between polls, where the relayer does not say: half as long as Zama's client waits. */
const POLL_MS = 1_000
const POLL_MAX_MS = 10_000
/** The signal ends it before. */
const POLLS_MAX = 1_000
/** Shares of thirteen parties for 32 handles are some hundred kilobytes. */
const ANSWER_MAX = 4_000_000

/** `POST /v3/user-decrypt`, and polls until the shares are there. Throws `RelayerRefused`, or whatever `fetch` throws. */
export async function postUnified(request: UnifiedRequest, signal: AbortSignal): Promise<Share[]> {
  const { url, apiKey } = request
  const headers = { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) }
  const call = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}/user-decrypt${path}`, { ...init, headers, signal, redirect: 'error' })
    return { response, text: await textOf(response) }
  }
  const posted = await call('', { method: 'POST', body: JSON.stringify(envelope(request)) })
  if (posted.response.status !== 202) throw refusedBy(posted.response, posted.text)
  const { jobId } = parsed(queued, posted.text).result
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const { response, text } = await call(`/${jobId}`, { method: 'GET' })
    if (response.status === 200)
      return parsed(done, text).result.result.map(({ payload, signature }) => ({
        payload: payload.replace(/^0x/, ''),
        signature: signature.replace(/^0x/, ''),
      }))
    if (response.status !== 202) throw refusedBy(response, text)
    await sleep(pauseOf(response), undefined, { signal })
  }
  throw new Error('the relayer has not answered a decryption after a thousand polls')
}

/** Source: zama-ai/fhevm, relayer/src/http/endpoints/v3/types/user_decrypt.rs. */
export function envelope({ handles, contract, permit, signature }: UnifiedRequest): object {
  const { user, publicKey, contracts, start, seconds } = permit
  return {
    attestationType: 'eip712-unified-user-decrypt-v1',
    attestedPayload: {
      version: '2.0',
      type: 'user_decryption',
      handles: handles.map((ctHandle) => ({ ctHandle, contractAddress: contract, ownerAddress: user })),
      userAddress: user,
      allowedContracts: contracts,
      requestValidity: { startTimestamp: String(start), durationSeconds: String(seconds) },
      publicKey,
      extraData: EXTRA_DATA,
    },
    signature,
  }
}

function refusedBy({ status }: Response, text: string): RelayerRefused {
  return new RelayerRefused(status, labelIn(text), `the relayer refused a decryption: ${text.slice(0, 200)}`)
}

function pauseOf(response: Response): number {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds * 1_000, POLL_MS), POLL_MAX_MS) : POLL_MS
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error('the relayer answered a decryption with something else', { cause })
  }
}

/** Read to a limit: whatever sends without an end is not read to its end. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > ANSWER_MAX) throw new Error('the relayer answered a decryption with too much')
  }
  return text + decoder.decode()
}
