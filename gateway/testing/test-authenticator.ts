import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** What the gateway asks for; the rest of the options an authenticator may ignore. */
type Asked = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }
/** What a test may bend. */
export type Bent = {
  origin?: string
  challenge?: string
  rpId?: string
  verified?: boolean
  counter?: number
  type?: string
  /** What it says of its maker: a format and a statement. */
  attestation?: [string, Map<string, unknown>]
  /** The ID in its data, where that is not the one that it gives beside. */
  credentialId?: Buffer
  transports?: unknown
}

/** A passkey in software (WebAuthn Level 3, sections 6.1 and 6.5), to say what no honest authenticator would. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = ''

  function authData(rpId: string, bent: Bent, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (bent.verified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(bent.counter ?? ++counter)
    return Buffer.concat([sha256(bent.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }

  function clientData(type: string, { challenge }: Asked, bent: Bent): Buffer {
    const said = { type: bent.type ?? type, challenge: bent.challenge ?? challenge, origin: bent.origin ?? origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }

  const credential = (response: object) => {
    const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }
    return { ...named, response, clientExtensionResults: {}, authenticatorAttachment: 'platform' }
  }

  return {
    register(options: Asked, bent: Bent = {}) {
      userHandle = options.user?.id ?? ''
      const inside = bent.credentialId ?? id
      const length = Buffer.from([inside.length >> 8, inside.length & 255])
      const attested = Buffer.concat([Buffer.alloc(16), length, inside, coseKey(publicKey)])
      const [format, statement] = bent.attestation ?? ['none', new Map()]
      const data = authData(options.rp?.id ?? '', bent, attested)
      const attestation = cbor(
        new Map<unknown, unknown>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', data],
        ]),
      )
      return credential({
        clientDataJSON: clientData('webauthn.create', options, bent).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: bent.transports ?? ['internal'],
      })
    },
    sign(options: Asked, bent: Bent = {}) {
      const data = authData(options.rpId ?? '', bent)
      const client = clientData('webauthn.get', options, bent)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      })
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** RFC 9053, section 7.1.1: an EC2 key on P-256, for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<unknown, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** As much of RFC 8949 as that takes. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}
