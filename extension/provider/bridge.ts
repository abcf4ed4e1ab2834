import { idOf, questionOf } from './posted.ts'
import type {
  Answer,
  BridgeMessage,
  BridgeReply,
  Event,
  PaymentAnswer,
  Permission,
  ProviderFailure,
  Question,
  WorkerMessage,
} from './protocol.ts'
import { CAPABILITY, codes } from './protocol.ts'

/** As much of the extension API as the bridge needs, so that it can be tried without a browser. */
export type Door = {
  send(message: BridgeMessage): Promise<BridgeReply | null | undefined>
  /** `heard` answers whether the message was for this page. */
  onMessage(heard: (message: WorkerMessage) => boolean): void
  /** Whether the extension was updated or removed, and this script left behind in its page. */
  isLeftBehind(): boolean
}

/** Several questions of one page at once are enough for any page. */
const UNANSWERED_MAX = 64
/** So often a page that waits looks whether there still is somebody to answer. */
const LOOK_MS = 20_000
/** What a bridge tells one that was left behind in its page, so that each question has one answer. */
const SUCCESSOR = 'sotto:bridge'

/** A question of the page, by its name for it. `paid`: the person allowed a payment, and it may be made by now. */
type Waiting = { id: string; paid: boolean }

/**
 * Carries questions of one page to the worker and answers back, each once. It runs beside the page, out of its reach,
 * and believes nothing: who the page is, the browser tells the worker. Until the worker has said that the site is
 * enabled the page hears nothing, whatever it asks; answers whether it is.
 */
export async function connectBridge(door: Door, page: Window): Promise<boolean> {
  const asked = new Map<string, Waiting>()
  const name = crypto.randomUUID()
  let enabled = false
  /** Whether no older bridge, cut off from its worker by an update, has answered what the page asked so far. */
  let isFirst = true
  /** What the page was told of the wallet, and of what the site may. */
  let connected = false
  let known: Permission[] = []

  const post = (message: Answer | Event) => page.postMessage(message, page.location.origin)
  const answer = (id: string, outcome: Outcome) => {
    const of = 'failure' in outcome ? { failure: outcome.failure } : { value: outcome.value }
    post({ sotto: 'answer', id, ...of })
  }
  const answerUnknown = ({ id, paid }: Waiting) => answer(id, paid ? submitted : away)
  const endAll = () => {
    for (const waiting of asked.values()) answerUnknown(waiting)
    asked.clear()
  }

  function tell({ event, value }: Pick<Told, 'event' | 'value'>): void {
    if (event === 'permissionsChanged') known = value as Permission[]
    else if (event !== 'addressCardRevoked') connected = event === 'connect'
    post({ sotto: 'event', name: event, value })
  }

  async function ask({ id, method, params }: Question): Promise<void> {
    if (asked.size >= UNANSWERED_MAX) return answer(id, tooMany)
    const key = `${name} ${id}`
    if (asked.has(key)) return
    const waiting: Waiting = { id, paid: false }
    asked.set(key, waiting)
    const isWanted = () => asked.has(key)
    const reply = await sendTwice({ to: 'provider', method, params, key }, isWanted).catch(() => void catchUp())
    if (reply?.is === 'waiting' || !asked.delete(key)) return
    if (reply?.is === 'value' || reply?.is === 'failure') answer(id, reply)
    else answerUnknown(waiting)
  }

  /** A worker that is ended while it answers has said nothing; every question may be asked again under its key. */
  const sendTwice = (message: BridgeMessage, isWanted = () => true) =>
    send(message).catch(() => (isWanted() ? send(message) : undefined))
  // Throws, and does not reject, once the extension was updated and this script has lost its worker.
  const send = async (message: BridgeMessage) => door.send(message)

  // From the first moment on, since the provider may be asked before the worker's word is here.
  const { promise: hello, resolve: greeted } = Promise.withResolvers<BridgeReply | null | undefined>()
  const greet = () =>
    void sendTwice({ to: 'provider', hello: true })
      .catch(() => undefined)
      .then(greeted)
  greet()
  const hear = ({ source, data }: MessageEvent<unknown>) => {
    const id = source === page ? idOf(data) : undefined
    if (id === undefined) return
    const question = questionOf(data, id)
    const isMine = enabled
    void hello.then(
      () => enabled && (isMine || isFirst) && (question === undefined ? answer(id, unfit) : ask(question)),
    )
  }
  page.addEventListener('message', hear)

  const leave = () => {
    void send({ to: 'provider', gone: name }).catch(() => undefined)
    endAll()
  }
  // Events that the page itself dispatches are not trusted, and send the worker nothing.
  const hide = ({ isTrusted }: PageTransitionEvent) => isTrusted && leave()
  page.addEventListener('pagehide', hide)

  // What the worker says to a page in the cache is lost: one that went there before it was greeted is greeted now.
  const comeBack = ({ isTrusted, persisted }: PageTransitionEvent) =>
    isTrusted && persisted && (enabled ? void catchUp() : greet())
  page.addEventListener('pageshow', comeBack)

  const stop = () => {
    enabled = false
    page.removeEventListener('message', hear)
    page.removeEventListener('pagehide', hide)
    page.removeEventListener('pageshow', comeBack)
  }

  door.onMessage((message) => {
    if ('event' in message) {
      const forPage = enabled && message.origin === page.location.origin
      if (forPage) tell(message)
      return forPage
    }
    const waiting = asked.get('still' in message ? message.still : message.key)
    // Delivered again after the worker was ended in between: the page has its answer.
    if (waiting === undefined) return false
    if ('still' in message) waiting.paid ||= message.pays === true
    else {
      asked.delete(message.key)
      answer(waiting.id, message)
    }
    return true
  })

  const reply = await hello
  if (reply?.is !== 'enabled') {
    stop()
    return false
  }
  const { connect, permissions } = reply
  enabled = true
  isFirst = page.dispatchEvent(new Event(SUCCESSOR, { cancelable: true }))
  page.addEventListener(SUCCESSOR, (event) => {
    if (!door.isLeftBehind()) return
    event.preventDefault()
    endAll()
    stop()
  })
  known = permissions
  tell({ event: 'connect', value: connect })

  /** Tells the page what the worker could not: what happened while it was in the cache, or that the extension is gone. */
  async function catchUp(): Promise<void> {
    const look: BridgeMessage = { to: 'provider', method: 'sotto_getPermissions', params: null, key: name }
    const before = known
    const reply = await sendTwice(look).catch(() => 'gone' as const)
    // What the worker has told meanwhile is newer.
    if (reply === undefined || known !== before) return
    const isOn = reply !== null && reply !== 'gone'
    if (isOn && !connected) tell({ event: 'connect', value: connect })
    // What a site may, the end of the extension does not take back.
    const now = reply === null ? [] : isOn && reply.is === 'value' ? (reply.value as Permission[]) : known
    const isLost = ({ id }: Permission) => !now.some((each) => each.id === id)
    const lost = known.filter(isLost)
    if (lost.some(({ parentCapability }) => parentCapability === CAPABILITY))
      tell({ event: 'addressCardRevoked', value: {} })
    if (lost.length > 0 || now.length > known.length) tell({ event: 'permissionsChanged', value: now })
    if (isOn) return
    endAll()
    if (connected) tell({ event: 'disconnect', value: away.failure })
  }
  page.setInterval(() => asked.size > 0 && void catchUp(), LOOK_MS)
  return true
}

type Outcome = { value: unknown } | { failure: ProviderFailure }
type Told = Extract<WorkerMessage, { event: unknown }>

/** It may be made: what is not known must never be told as if nothing was paid. */
const submitted = { value: { status: 'submitted' } satisfies PaymentAnswer }
const away = { failure: { code: codes.away, message: 'The wallet is away, or not enabled on this site any more.' } }
const unfit = { failure: { code: codes.badParameters, message: 'The request must be plain JSON, and short.' } }
const tooMany = { failure: { code: codes.tooMany, message: 'Too many requests wait.', data: { retryAfter: 5 } } }
