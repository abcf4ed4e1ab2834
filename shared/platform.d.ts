// What both a browser and Node have, and the code in this folder uses. Declared here and nowhere else, so that neither
// the types of the DOM nor those of Node come in: what is missing in one of the two does not compile. Seen by
// `shared/tsconfig.json` alone; gateway and extension check the same code against their own, complete types.

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
}

interface RequestInit {
  method?: string
  headers?: Record<string, string>
  body?: string
  cache?: 'default' | 'no-cache' | 'no-store'
  credentials?: 'include' | 'omit' | 'same-origin'
  redirect?: 'error' | 'follow' | 'manual'
  referrerPolicy?: 'no-referrer' | 'same-origin'
  signal?: AbortSignal
}

interface Response {
  readonly ok: boolean
  readonly status: number
  readonly body: ReadableStream<Uint8Array> | null
  readonly headers: { get(name: string): string | null }
  json(): Promise<unknown>
  text(): Promise<string>
}

interface ReadableStream<T> {
  getReader(): {
    read(): Promise<{ done: false; value: T } | { done: true; value: undefined }>
    cancel(): Promise<void>
  }
}

declare class TextDecoder {
  constructor(label?: 'utf-8', options?: { fatal?: boolean })
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

declare function fetch(url: string, init?: RequestInit): Promise<Response>

declare class URL {
  constructor(url: string, base?: string)
  static canParse(url: string, base?: string): boolean
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly hostname: string
  readonly username: string
  readonly password: string
  readonly hash: string
  readonly searchParams: { set(name: string, value: string): void }
}
