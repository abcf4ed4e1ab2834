import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { asset } from '../../assets.ts'
import { SECRET_HEADER, sameSecret } from '../http/same-secret.ts'
import { type Answer, json, type Server, serve } from '../http/serve.ts'
import { fastInput, type InputProofResult, proveInput } from './input-proof.ts'
import { createJobs, type Outcome, settle } from './jobs.ts'
import { keyUrl } from './key-url.ts'
import { type PublicDecryptResult, publicDecrypt } from './public-decrypt.ts'
import { RelayerRefusal } from './refusal.ts'
import {
  fastInputRequest,
  inputProofRequest,
  parseRequest,
  publicDecryptRequest,
  unifiedDecryptRequest,
  userDecryptRequest,
} from './requests.ts'
import type { Services } from './services.ts'
import { userDecrypt } from './user-decrypt.ts'
import { userDecryptUnified } from './user-decrypt-unified.ts'

const BODY_LIMIT = 2_000_000
/** A poll is held until the job is done, so that the client's next poll, a second later, is not needed. */
const POLL_MS = 20_000

/** Refuses a malformed request at once; the rest is work for a job. */
type Operation = (services: Services, body: unknown) => () => Promise<unknown>

type Operations = Readonly<Record<string, Operation>>

const operations: Operations = {
  'input-proof': (services, body) => prepared(proveInput, services, parseRequest(inputProofRequest, body)),
  'user-decrypt': (services, body) => prepared(userDecrypt, services, parseRequest(userDecryptRequest, body)),
  'public-decrypt': (services, body) => prepared(publicDecrypt, services, parseRequest(publicDecryptRequest, body)),
}

/** Version 3 has one operation of its own: keys, input proofs and publications are those of version 2. */
const unified: Operations = {
  'user-decrypt': (services, body) => prepared(userDecryptUnified, services, parseRequest(unifiedDecryptRequest, body)),
}

const byVersion: Readonly<Record<string, Operations>> = { v1: operations, v2: operations, v3: unified }

function prepared<Request>(
  work: (services: Services, request: Request) => Promise<unknown>,
  services: Services,
  request: Request,
): () => Promise<unknown> {
  return () => work(services, request)
}

/** Zama's relayer protocol in versions 2 and 3 (jobs and polling) and 1 (an answer at once), and our fast inputs. */
export async function startRelayer(services: Services, port: number, secret: string): Promise<Server> {
  const jobs = createJobs(services.log)
  const { log } = services

  async function route(request: IncomingMessage, body: string): Promise<Answer> {
    const [version = '', name = '', job, more] = new URL(request.url ?? '/', 'http://localhost').pathname
      .slice(1)
      .split('/')
    const path = `${request.method} /${version}/${name}`
    if (more !== undefined) throw new RelayerRefusal('not_found', 'no such path')
    if (path === 'GET /keys/public-key') return binary(await services.tfhe.publicKey())
    if (path === 'GET /keys/crs') return binary(crs())
    if (path === 'POST /sotto/fast-input') return answerFast(request, body)
    const known = Object.hasOwn(byVersion, version) ? byVersion[version] : undefined
    if (!known) throw new RelayerRefusal('not_found', 'no such path')
    if (path === 'GET /v1/keyurl') return json(200, keyUrl('v1', urls()))
    if (path === 'GET /v2/keyurl') return json(200, keyUrl('v2', urls()))
    const operation = Object.hasOwn(known, name) ? known[name] : undefined
    if (!operation) throw new RelayerRefusal('not_found', 'no such operation')
    if (request.method === 'POST' && job === undefined) {
      const work = operation(services, parseJson(body))
      if (version === 'v1') return syncAnswer(name, await settle(work, log))
      const result = { jobId: jobs.start(`${version}/${name}`, body, work) }
      return json(202, { status: 'queued', requestId: randomUUID(), result }, { 'retry-after': '1' })
    }
    if (request.method === 'GET' && version !== 'v1' && job) return asyncAnswer(await jobs.outcome(job, POLL_MS))
    throw new RelayerRefusal('not_found', 'no such path')
  }

  async function answerFast(request: IncomingMessage, body: string): Promise<Answer> {
    if (!sameSecret(secret, request.headers[SECRET_HEADER]))
      return json(401, { error: "the test-net's secret is missing" })
    const outcome = await settle(() => fastInput(services, parseRequest(fastInputRequest, parseJson(body))), log)
    return outcome.is === 'done' ? json(200, outcome.result) : failure(outcome.refusal)
  }

  const urls = () => {
    const base = `http://127.0.0.1:${server.port}/keys`
    return { publicKey: `${base}/public-key`, crs: `${base}/crs` }
  }

  const server = await serve(
    port,
    BODY_LIMIT,
    async (request, body) => {
      const outcome = await settle(() => route(request, body), log)
      return outcome.is === 'done' ? (outcome.result as Answer) : failure(outcome.refusal)
    },
    log,
  )
  return server
}

function asyncAnswer(outcome: Outcome | undefined): Answer {
  const requestId = randomUUID()
  if (!outcome) return json(202, { status: 'queued', requestId }, { 'retry-after': '1' })
  if (outcome.is === 'refused') return failure(outcome.refusal)
  // A decryption for a user nests its list once more than the others.
  const result = Array.isArray(outcome.result) ? { result: outcome.result } : outcome.result
  return json(200, { status: 'succeeded', requestId, result })
}

/** Version 1 has its own shapes (`RelayerV1Provider` of @zama-fhe/relayer-sdk 0.4.3). */
function syncAnswer(name: string, outcome: Outcome): Answer {
  if (outcome.is === 'refused') return failure(outcome.refusal)
  if (name === 'public-decrypt') {
    const { decryptedValue, signatures } = outcome.result as PublicDecryptResult
    return json(200, { response: [{ decrypted_value: decryptedValue, signatures }] })
  }
  if (name === 'input-proof' && !(outcome.result as InputProofResult).accepted) {
    return failure(new RelayerRefusal('request_error', 'the proof does not hold'))
  }
  return json(200, { response: outcome.result })
}

function failure({ status, label, message, details }: RelayerRefusal): Answer {
  const error = { label, message, details }
  return json(status, { status: 'failed', requestId: randomUUID(), error })
}

function binary(bytes: Uint8Array): Answer {
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes }
}

let unpacked: Uint8Array | undefined
function crs(): Uint8Array {
  unpacked ??= gunzipSync(readFileSync(asset('testnet/data/crs.bin.gz')))
  return unpacked
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RelayerRefusal('malformed_json', 'the body is not JSON')
  }
}
