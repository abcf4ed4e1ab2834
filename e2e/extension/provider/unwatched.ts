import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { CHROME_ORIGIN } from '#shared/extension-identity.ts'
import { permissionPattern } from '../../../extension/gateway/origin.ts'
import { systemBrowser } from '../../../scripts/browsers/browsers.mjs'
import { temporaryFolder } from '../../harness/gateway.ts'
import { builtExtension } from '../harness/build.ts'
import { until } from '../harness/until.ts'
import { prepareProfile } from '../launch.ts'
import type { Browser } from './stage.ts'

/** Chromium with the wallet in it, in which a tab can be open that no debugger watches. */
export type Unwatched = {
  inside: Browser['inside']
  giveHost: Browser['giveHost']
  /** Opens a page and leaves it alone: Chromium loads nothing ahead for a page with a debugger at it. */
  visit(url: string): Promise<void>
  close(): Promise<void>
}

type Evaluated = { result: { value?: unknown }; exceptionDetails?: { text: string } }

export async function openUnwatched(): Promise<Unwatched> {
  const profile = temporaryFolder()
  const build = builtExtension('chrome')
  prepareProfile(profile.path, ['http://localhost/*'])
  const child = spawn(
    systemBrowser('chromium') ?? 'chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile.path}`,
      `--disable-extensions-except=${build.folder}`,
      `--load-extension=${build.folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const debuggerUrl = await listening(child)
  const open = async (url: string) => {
    const answer = await fetch(`${debuggerUrl}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' })
    return (await answer.json()) as { webSocketDebuggerUrl: string }
  }
  const { evaluate, socket } = await attach((await open(`${CHROME_ORIGIN}/icon/sotto.svg`)).webSocketDebuggerUrl)
  await until('a page of the extension', async () => (await evaluate('typeof globalThis.chrome?.storage')) === 'object')
  return {
    inside: { run: <T>(code: string) => evaluate(code) as Promise<T> },
    async giveHost(origin) {
      const pattern = JSON.stringify(permissionPattern(origin))
      const given = await evaluate(`chrome.permissions.request({ origins: [${pattern}] })`)
      if (given !== true) throw new Error(`the browser did not give ${pattern}`)
    },
    visit: async (url) => void (await open(url)),
    async close() {
      socket.close()
      const gone = once(child, 'exit')
      child.kill()
      await gone
      build.remove()
      profile.remove()
    },
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}\n${said}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
      const host = /DevTools listening on ws:\/\/([^/]+)/.exec(said)?.[1]
      if (host !== undefined) resolve(`http://${host}`)
    })
  })
}

async function attach(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, (result: Evaluated) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: Evaluated }
    waiting.get(id)?.(result)
  })
  let last = 0
  /** As done by a person: a question for permissions needs that. */
  const evaluate = async (expression: string): Promise<unknown> => {
    const id = ++last
    const params = { expression, awaitPromise: true, returnByValue: true, userGesture: true }
    const answered = new Promise<Evaluated>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    const { result, exceptionDetails } = await answered
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
    return result.value
  }
  return { evaluate, socket }
}
