import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBrief } from '../../gateway/testing/how-often.ts'
import { systemBrowser } from '../../scripts/browsers/browsers.mjs'
import { until } from '../extension/harness/until.ts'

/** As much of WebDriver BiDi (W3C) as it takes to install an extension and run code in its page. */
export type Firefox = {
  install(folder: string): Promise<void>
  /** Opens an address in a new tab, waits for its document, and resolves with a way to run code in it. */
  open(url: string): Promise<(code: string) => Promise<unknown>>
  /** A command of the protocol by its name, for what the rest does not cover. */
  bidi: Send
  close(): Promise<void>
}

type Json = Record<string, unknown>

/** For a Firefox that hangs; one that is only slow takes less on any machine. */
const HANG_MS = 240_000

/** It ended, or it hangs: asking again is of no use. */
export class FirefoxGone extends Error {}

/** For a question that is asked until its answer is there. */
export function notYet(error: unknown): false {
  if (error instanceof FirefoxGone) throw error
  return false
}

/** The release of the machine's Firefox, such as 140; not a number where it does not say. */
export function firefoxVersion(): number {
  const { stdout } = spawnSync(firefoxPath(), ['--version'], { encoding: 'utf8' })
  return Number(/ (\d+)\./.exec(stdout)?.[1])
}

function firefoxPath(): string {
  const path = systemBrowser('firefox')
  if (path === undefined) throw new Error('Firefox is not there: `node scripts/browsers/browsers.mjs` says why')
  return path
}

/** `uuids` gives extensions the internal name that Firefox would make up otherwise; `more` is set as in `about:config`. */
export async function launchFirefox(
  uuids: Record<string, string>,
  more: Record<string, boolean> = {},
): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'sotto-firefox-'))
  const prefs = {
    'extensions.webextensions.uuids': JSON.stringify(uuids),
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.aboutwelcome.enabled': false,
    'ui.prefersReducedMotion': Number(isBrief),
    ...more,
  }
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
    '--remote-allow-system-access',
  ]
  const child = spawn(firefoxPath(), [...args, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => reject(new FirefoxGone(`Firefox ended with ${code ?? signal}`)))
    child.once('error', (error) => reject(new FirefoxGone(error.message)))
  })
  // It ends with every test, and is only an error where something waits for it.
  ended.catch(() => undefined)
  // A test that failed before it had a Firefox to close leaves none behind.
  const atExit = () => kill(child)
  process.once('exit', atExit)
  const leave = async () => {
    process.off('exit', atExit)
    await end(child)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  const { send, socket } = await session(child, ended).catch(async (error) => {
    await leave()
    throw error
  })

  return {
    install: async (folder) => {
      await send('webExtension.install', { extensionData: { type: 'path', path: folder } })
    },
    async open(url) {
      const { context } = (await send('browsingContext.create', { type: 'tab' })) as { context: string }
      // A navigation to an extension's page never reports its end, so the document is asked until it is there.
      await send('browsingContext.navigate', { context, url, wait: 'none' })
      const run = (expression: string) => evaluate(send, context, expression)
      const there = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`
      await until(url, async () => (await run(there).catch(notYet)) === true)
      return run
    },
    bidi: send,
    async close() {
      socket.close()
      await leave()
    },
  }
}

type Send = (method: string, params: Json) => Promise<unknown>

/** Runs code in a page, and waits for what it comes to. */
export async function evaluate(send: Send, context: string, expression: string): Promise<unknown> {
  const wrapped = `Promise.resolve(${expression}).then((value) => JSON.stringify({ value }))`
  const answer = (await send('script.evaluate', {
    expression: wrapped,
    target: { context },
    awaitPromise: true,
  })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
  if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'the script failed')
  return (JSON.parse(answer.result?.value ?? '{}') as { value?: unknown }).value
}

async function session(child: ChildProcess, ended: Promise<never>): Promise<{ send: Send; socket: WebSocket }> {
  const connection = await connect(await listening(child, ended), ended)
  await connection.send('session.new', { capabilities: {} })
  return connection
}

function listening(child: ChildProcess, ended: Promise<never>): Promise<string> {
  let said = ''
  const url = new Promise<string>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk
      const url = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(`${url}/session`)
    })
  })
  return inTime(url, ended, () => `Firefox does not start:\n${said}`)
}

/** A Firefox that ended, or that hangs, is an error of whatever waits for it. */
async function inTime<T>(answer: Promise<T>, ended: Promise<never>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new FirefoxGone(what())), HANG_MS)
  })
  return Promise.race([answer, ended, late]).finally(() => clearTimeout(timer))
}

async function connect(url: string, ended: Promise<never>): Promise<{ send: Send; socket: WebSocket }> {
  const socket = new WebSocket(url)
  const open = new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  await inTime(open, ended, () => `Firefox does not answer at ${url}`)
  const waiting = new Map<number, (answer: Json) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Json
    waiting.get(Number(answer.id))?.(answer)
  })
  let last = 0
  const send: Send = (method, params) => {
    const answer = new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, (answer) => {
        waiting.delete(id)
        if (answer.type === 'error') reject(new Error(`${method}: ${answer.message}`))
        else resolve(answer.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
    return inTime(answer, ended, () => `${method}: Firefox does not answer`)
  }
  return { send, socket }
}

/** With the processes it started, which form a group of their own. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  kill(child)
  await gone
}

function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}
