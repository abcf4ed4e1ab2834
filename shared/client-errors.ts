/** A failure whose answer was no envelope: a proxy in between, or not a Sotto gateway. */
export class NotAnAnswer extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The server answered ${status} without a Sotto envelope`)
    this.name = 'NotAnAnswer'
    this.status = status
  }
}

/** An envelope whose data is not what the API says: the gateway is broken, or of another version. */
export class BrokenAnswer extends Error {
  readonly status: number
  constructor(endpoint: string, status: number, cause: unknown) {
    super(`The answer to ${endpoint} is not what the API says`, { cause })
    this.name = 'BrokenAnswer'
    this.status = status
  }
}

/** A failure envelope with a code that this client does not know: the gateway is newer. The message is the gateway's. */
export class UnfamiliarRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'UnfamiliarRefusal'
    this.status = status
    this.code = code
  }
}
