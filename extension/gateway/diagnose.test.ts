import { afterEach, expect, test, vi } from 'vitest'
import { causeOf, diagnose } from './diagnose.ts'

afterEach(() => vi.unstubAllGlobals())

const NO_NAME = 'STUN host lookup received error.'
const CLOSED = 'Failed to establish connection'

test.each([
  ['the name does not exist', NO_NAME, undefined, true, 'name_not_found'],
  [
    'the name does not exist, as the other server says it',
    'TURN host lookup received error.',
    undefined,
    true,
    'name_not_found',
  ],
  ['the name does not exist, whatever the port says', NO_NAME, CLOSED, true, 'name_not_found'],
  ['the port is closed', undefined, CLOSED, true, 'refused'],
  ['the port is closed, plain', undefined, CLOSED, false, 'refused'],
  ['the port is open, and still no HTTPS', undefined, undefined, true, 'tls'],
  ['the port is open, plain', undefined, undefined, false, 'no_answer'],
  ['some other error', 'STUN binding request timed out.', 'TURN allocate request timed out.', true, 'no_answer'],
] as const)('in Chromium, %s', (_, name, connection, secure, cause) => {
  vi.stubGlobal('chrome', {})
  vi.stubGlobal('navigator', { userAgent: 'Chrome/156' })
  expect(causeOf(name, connection, secure)).toBe(cause)
})

test('where the browser does not tell, silence is not taken for a bad certificate', () => {
  vi.stubGlobal('chrome', {})
  vi.stubGlobal('navigator', { userAgent: 'Firefox/153.0' })
  expect(causeOf(undefined, undefined, true)).toBe('no_answer')
})

test('on this machine, a plain address that does not answer has nobody behind it', async () => {
  expect(await diagnose('http://localhost:7984')).toBe('refused')
})

test('without WebRTC the cause stays open', async () => {
  expect(await diagnose('https://pay.example.org')).toBe('no_answer')
})

test('only the host that was typed is asked, on its own port', async () => {
  const asked: string[] = []
  class Peer extends EventTarget {
    constructor({ iceServers }: { iceServers: { urls: string }[] }) {
      super()
      asked.push(...iceServers.map(({ urls }) => urls))
    }
    createDataChannel() {}
    close() {}
    async setLocalDescription() {
      this.dispatchEvent(Object.assign(new Event('icecandidateerror'), { errorText: NO_NAME }))
    }
  }
  vi.stubGlobal('RTCPeerConnection', Peer)
  expect(await diagnose('https://pay.example.org')).toBe('name_not_found')
  expect(asked).toEqual(['stun:pay.example.org:443', 'turn:pay.example.org:443?transport=tcp'])
})
