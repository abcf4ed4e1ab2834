import { createClient } from '#shared/client.ts'
import { failureOf } from '#shared/client-failure.ts'
import { readOptions } from './options.ts'
import { type OwnGateway, ownGateway } from './own-gateway.ts'
import { pageFiles } from './page-files.ts'
import { openShop } from './shop.ts'
import { openTill } from './till.ts'

/** `npm run dapp`: opens the shop, on a gateway of its own where none is given, until Ctrl-C. */
async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env)
  const stopped = stopSignal()
  let own: OwnGateway | undefined
  try {
    if (options.gateway === undefined) {
      say('starting an offline gateway')
      own = await ownGateway()
    }
    const { url, apiKey } = options.gateway ?? { url: own?.url ?? '', apiKey: own?.keys.shop ?? '' }
    say(`filling the till at ${url}`)
    const till = await openTill(createClient({ origin: url, apiKey }))
    const shop = await openShop(till, await pageFiles(), options.port)
    process.stdout.write(greeting(shop.url, own))
    await Promise.race([stopped, own?.ended ?? stopped])
    await shop.close()
  } finally {
    await own?.close()
  }
}

const say = (what: string) => process.stderr.write(`dapp: ${what} …\n`)

/** Of one Ctrl-C two signals arrive: npm passes on what the terminal has sent to all. */
const ONE_PRESS_MS = 1_000

/** A second Ctrl-C ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined
    const stop = () => {
      first ??= performance.now()
      if (performance.now() - first > ONE_PRESS_MS) process.exit(130)
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}

/** What a person needs next. The buyer's key is for the wallet of the one who tries this; the shop's is never shown. */
function greeting(url: string, own: OwnGateway | undefined): string {
  const buyer =
    own === undefined
      ? ['  Its gateway is the one that you named. The buyer may be at any gateway of the same chain.']
      : [
          '  To be the buyer, connect the Sotto wallet to this gateway with this key:',
          `    Gateway  ${own.url}`,
          `    API key  ${own.keys.buyer}`,
        ]
  const steps = ['', `  Shop       ${url}`, '', ...buyer, '', '  Then open the shop, and enable the wallet on it.', '']
  return `${[...steps, '  Ctrl-C stops.', ''].join('\n')}\n`
}

await run().catch((error: unknown) => {
  process.stderr.write(`dapp: ${reasonOf(error)}\n`)
  process.exitCode = 1
})

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'the port is taken. Another one: npm run dapp -- --port 0'
  const { code, message } = failureOf(error)
  return code === 'unreachable' ? 'the gateway does not answer. Is SOTTO_URL its address?' : message
}
