import type {
  AddressCard,
  Capability,
  Connect,
  EventName,
  Info,
  Method,
  PaymentAnswer,
  Permission,
} from './protocol.ts'
import { CAPABILITY, codes } from './protocol.ts'

export type { AddressCard, Capability, Connect, EventName, Info, Method, PaymentAnswer, Permission }

/** What each event brings. */
export type SottoEvents = {
  connect: Connect
  disconnect: { code: number; message: string }
  permissionsChanged: Permission[]
  addressCardRevoked: Record<string, never>
}

/** What each method answers. */
export type SottoAnswers = {
  sotto_getInfo: Info
  sotto_requestPermissions: Permission[]
  sotto_getPermissions: Permission[]
  sotto_revokePermissions: null
  sotto_requestAddressCard: AddressCard
  sotto_getAddressCard: AddressCard
  sotto_requestPayment: PaymentAnswer
}

/** The provider itself: `request` as EIP-1193 has it. */
export type SottoProvider = {
  request<M extends Method>(asked: { method: M; params?: unknown }): Promise<SottoAnswers[M]>
  on<N extends EventName>(name: N, listener: (value: SottoEvents[N]) => void): SottoProvider
  removeListener<N extends EventName>(name: N, listener: (value: SottoEvents[N]) => void): SottoProvider
}

/** What the provider announces, in the shape of EIP-6963. */
export type SottoDetail = {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: SottoProvider
}

/** A wallet that answered. Every call rejects with `SottoError`. */
export type Sotto = {
  /** Name and icon of the wallet. */
  wallet: SottoDetail['info']
  provider: SottoProvider
  /** Network and methods. Asks no person. */
  info(): Promise<Info>
  /** The address card of a wallet that the person picks. Asks the first time, and answers at once from then on. */
  requestAddressCard(wish?: { purpose?: string }): Promise<AddressCard>
  /** The card that was granted before. Asks no person; rejects with code 4100 if there is none. */
  getAddressCard(): Promise<AddressCard>
  /**
   * Pays a request: the text of its file, or the address of its page. Asks the person each time; asked again for a request
   * that was paid here, it answers how that payment stands, and pays nothing.
   */
  requestPayment(wish: { request: string }): Promise<PaymentAnswer>
  /** What this site was granted. */
  permissions(): Promise<Permission[]>
  /** Gives back a grant: the one for the address card, unless told otherwise. */
  revoke(capability?: Capability): Promise<void>
  on<N extends EventName>(name: N, listener: (value: SottoEvents[N]) => void): void
  off<N extends EventName>(name: N, listener: (value: SottoEvents[N]) => void): void
}

/** Codes of `SottoError`, by name. */
export const sottoCodes = codes

/** Why the wallet did not do something. `retryAfter` is in seconds, with code -32005. */
export class SottoError extends Error {
  readonly code: number
  readonly retryAfter: number | undefined
  constructor(code: number, message: string, retryAfter?: number, cause?: unknown) {
    super(message, { cause })
    this.name = 'SottoError'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** There is no wallet that this page can see. A page cannot tell whether it is not there or not enabled here. */
export class SottoUnavailable extends Error {
  /** What a person can do about it, one step each. */
  readonly todo: readonly string[]
  constructor() {
    super('Sotto is not installed, or not enabled on this site.')
    this.name = 'SottoUnavailable'
    this.todo = [
      'Install the Sotto extension in this browser.',
      'Open this page, press the Sotto button in the toolbar, and choose “Enable on this site”.',
      'Try again.',
    ]
  }
}

export type ConnectOptions = {
  /** How long to wait for a wallet to announce itself, in milliseconds. */
  timeoutMs?: number
}

/** Finds the wallet. Rejects with `SottoUnavailable` where none announces itself in time, or where there is no page. */
export async function connectSotto({ timeoutMs = 1_500 }: ConnectOptions = {}): Promise<Sotto> {
  if (typeof window === 'undefined') throw new SottoUnavailable()
  const { info, provider } = await announced(window, timeoutMs)
  const ask = <M extends Method>(method: M, params?: unknown) => provider.request({ method, params }).catch(rethrow)
  return {
    wallet: info,
    provider,
    info: () => ask('sotto_getInfo'),
    requestAddressCard: (wish = {}) => ask('sotto_requestAddressCard', [wish]),
    getAddressCard: () => ask('sotto_getAddressCard'),
    requestPayment: (wish) => ask('sotto_requestPayment', [wish]),
    permissions: () => ask('sotto_getPermissions'),
    revoke: async (capability = CAPABILITY) => void (await ask('sotto_revokePermissions', [{ [capability]: {} }])),
    on: (name, listener) => void provider.on(name, listener),
    off: (name, listener) => void provider.removeListener(name, listener),
  }
}

/** A wallet that is there already answers at once; one that the page was quicker than announces itself later. */
function announced(page: Window, timeoutMs: number): Promise<SottoDetail> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      page.removeEventListener('sotto:announceProvider', heard)
    }
    const heard = (event: Event) => {
      const detail: unknown = (event as CustomEvent).detail
      if (!isDetail(detail)) return
      end()
      resolve(detail)
    }
    const timer = setTimeout(() => {
      end()
      reject(new SottoUnavailable())
    }, timeoutMs)
    page.addEventListener('sotto:announceProvider', heard)
    page.dispatchEvent(new Event('sotto:requestProvider'))
  })
}

function isDetail(detail: unknown): detail is SottoDetail {
  if (typeof detail !== 'object' || detail === null || !('provider' in detail)) return false
  const { provider } = detail
  return typeof provider === 'object' && provider !== null && 'request' in provider && 'info' in detail
}

function rethrow(error: unknown): never {
  const { code, message, data } = Object(error) as { code?: unknown; message?: unknown; data?: unknown }
  const { retryAfter } = Object(data) as { retryAfter?: unknown }
  throw new SottoError(
    typeof code === 'number' ? code : codes.internal,
    typeof message === 'string' ? message : 'The wallet did not say why.',
    typeof retryAfter === 'number' ? retryAfter : undefined,
    error,
  )
}
