import { useState } from 'preact/hooks'
import type { Method } from '#extension/provider/connect.ts'
import type { Wallet } from '../wallet/use-wallet.ts'
import { type Entry, useLog } from './use-log.ts'

/** Every method of the provider, with parameters to begin with. */
const calls: Record<Method, unknown> = {
  sotto_getInfo: null,
  sotto_requestPermissions: [{ sotto_addressCard: {} }],
  sotto_getPermissions: null,
  sotto_requestAddressCard: { purpose: 'A test from the developer panel' },
  sotto_getAddressCard: null,
  sotto_requestPayment: { request: 'the text of a request, or the address of its page' },
  sotto_revokePermissions: [{ sotto_addressCard: {} }],
}
/** Whose parameters only the one who tries it has: they are written into the form. */
const toFill: ReadonlySet<string> = new Set<Method>(['sotto_requestPayment'])

/** For anyone who builds a site of their own: asks the provider directly, and shows what comes back and what happens. */
export function Developer({ wallet }: { wallet: Wallet }) {
  const [log, write] = useLog(wallet)
  const [method, setMethod] = useState('sotto_getInfo')
  const [params, setParams] = useState('')

  async function send(asked: string, given: unknown, note = '') {
    if (wallet.is !== 'here') return
    try {
      // Past the helper, so that also what it would never send can be tried.
      const value = await wallet.sotto.provider.request({ method: asked as Method, params: given })
      write({ what: `${asked}${note}`, said: JSON.stringify(value) ?? 'undefined', well: true })
    } catch (error) {
      const { code, message, data } = error as { code: number; message: string; data?: unknown }
      write({ what: `${asked}${note}`, said: [code, message, JSON.stringify(data)].join(' '), well: false })
    }
  }

  function begin(name: string, given: unknown) {
    if (!toFill.has(name)) return void send(name, given)
    setMethod(name)
    setParams(JSON.stringify(given))
  }

  function sendTyped() {
    const given = parsed(params)
    if (given.is === 'flaw') write({ what: method, said: 'The parameters are not JSON.', well: false })
    else void send(method, given.value)
  }

  const many = (purpose: (index: number) => string) => {
    for (let index = 1; index <= 50; index++)
      void send('sotto_requestAddressCard', { purpose: purpose(index) }, ` ${index}`)
  }

  const absent = wallet.is !== 'here'
  return (
    <details class="developer">
      <summary>Developer panel</summary>
      {absent && <p>There is no provider on this page. Enable the wallet here, and these buttons work.</p>}
      <div class="methods">
        {Object.entries(calls).map(([name, given]) => (
          <button key={name} type="button" disabled={absent} onClick={() => begin(name, given)}>
            {name}
          </button>
        ))}
        <button type="button" disabled={absent} onClick={() => many(() => 'The same question')}>
          Ask the same 50 times
        </button>
        <button type="button" disabled={absent} onClick={() => many((index) => `Question ${index}`)}>
          Ask 50 different questions
        </button>
      </div>
      <form
        class="free"
        onSubmit={(event) => {
          event.preventDefault()
          sendTyped()
        }}
      >
        <label>
          Method
          <input value={method} spellcheck={false} onInput={(event) => setMethod(event.currentTarget.value)} />
        </label>
        <label>
          Parameters, JSON
          <textarea
            value={params}
            rows={3}
            spellcheck={false}
            onInput={(event) => setParams(event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={absent}>
          Send
        </button>
      </form>
      <ol class="log" aria-label="Answers and events" aria-live="polite">
        {log.map((entry) => (
          <LogLine key={entry.id} entry={entry} />
        ))}
      </ol>
    </details>
  )
}

function LogLine({ entry: { at, what, said, well } }: { entry: Entry }) {
  return (
    <li class={well ? 'well' : 'ill'}>
      <time>{at}</time> <code>{what}</code> <code class="said">{said}</code>
    </li>
  )
}

function parsed(text: string): { is: 'value'; value: unknown } | { is: 'flaw' } {
  if (text.trim() === '') return { is: 'value', value: null }
  try {
    return { is: 'value', value: JSON.parse(text) as unknown }
  } catch {
    return { is: 'flaw' }
  }
}
