import { isLoopback } from './origin.ts'

export type Cause = 'refused' | 'name_not_found' | 'tls' | 'no_answer'

const LOOK_MS = 1_500

/**
 * Why nothing answered. `fetch` keeps the cause to itself, so Chromium's WebRTC is asked, which tells a name that does
 * not exist and a port that is closed. It talks to the host that was typed and to no other; where a browser does not
 * tell (Firefox), the cause stays open.
 */
export async function diagnose(origin: string): Promise<Cause> {
  const { protocol, hostname, port } = new URL(origin)
  const secure = protocol === 'https:'
  if (!secure && isLoopback(hostname)) return 'refused'
  if (!('RTCPeerConnection' in globalThis)) return 'no_answer'
  const at = `${hostname}:${port || (secure ? 443 : 80)}`
  const [name, connection] = await Promise.all([iceError(`stun:${at}`), iceError(`turn:${at}?transport=tcp`)])
  return causeOf(name, connection, secure)
}

/** The words are Chromium's own, from `p2p/base/stun_port.cc` and `turn_port.cc`. */
export function causeOf(name: string | undefined, connection: string | undefined, secure: boolean): Cause {
  if (name !== undefined && /host lookup/i.test(name)) return 'name_not_found'
  if (connection !== undefined && /establish connection/i.test(connection)) return 'refused'
  // The name exists, the port is open, and still no HTTPS: what fails lies in between.
  return secure && connection === undefined && canTell() ? 'tls' : 'no_answer'
}

/** Only Chromium reports a port that is closed; elsewhere silence says nothing. */
function canTell(): boolean {
  return 'chrome' in globalThis && !navigator.userAgent.includes('Firefox')
}

/** The first error that a try to reach an ICE server gives, or undefined where there was none in a while. */
async function iceError(url: string): Promise<string | undefined> {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: url, username: 'sotto', credential: 'sotto' }] })
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      peer.addEventListener('icecandidateerror', (event) => resolve(event.errorText))
      setTimeout(() => resolve(undefined), LOOK_MS)
      peer.createDataChannel('')
      peer.setLocalDescription().catch(reject)
    })
  } catch {
    return undefined
  } finally {
    peer.close()
  }
}
