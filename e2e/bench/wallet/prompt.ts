import type { Queue } from '../../../extension/sites/approvals/approval.ts'
import { serveGateway } from '../../accounts/gateway.ts'
import { until } from '../../extension/harness/until.ts'
import { type ChromiumStage, chromiumStage } from '../../extension/provider/chromium.ts'
import { begin, find } from '../../extension/provider/dapp-page.ts'
import { serveSite } from '../../extension/provider/site.ts'
import { median } from '../kit/report.ts'

/**
 * `node e2e/bench/wallet/prompt.ts [rounds]`, after `npm run extension`: from a page's request to the first animation frame of
 * the approval window in which who asks and both answers are on screen. Both ends are read from the machine's own clock,
 * the one in the page, the other in the window.
 */
const rounds = Number(process.argv[2] ?? 15)

/** Runs in every page before its own scripts; only the approval window ever shows two answers. */
const noteWhenSeen = `{
  const visible = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 0
  const look = () => {
    if ([...document.querySelectorAll('.approve-answers button')].filter(visible).length === 2)
      window.seenAt = performance.timeOrigin + performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`

const gateway = await serveGateway()
const site = await serveSite()
const stage = await chromiumStage({ direct: true })
try {
  await gateway.tester.api.createWallet({ type: 'custodial', label: 'Daily' })
  await stage.connect(gateway.origin, gateway.tester.apiKey, 'Home')
  await stage.enable(site.origin)
  await stage.context.addInitScript(noteWhenSeen)
  const page = await stage.open(`${site.origin}/`)
  await find(page)
  const ask = async () => {
    const asked = await page.run<number>('performance.timeOrigin + performance.now()')
    await begin(page, 'sotto_requestAddressCard')
    return (await seen(stage)) - asked
  }
  print('the worker runs', await repeated(stage, ask))
  print('the worker was ended', await repeated(stage, ask, stage.endWorker))
} finally {
  await stage.close()
  await Promise.all([site.close(), gateway.close()])
}

async function repeated(of: ChromiumStage, measure: () => Promise<number>, before = async () => {}): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await before()
    times.push(await measure())
    await (await of.prompt()).close()
    await until('nobody waits', async () => (await of.stored<Queue>('session', 'approvals'))?.list.length === 0)
    // A third refusal would mute the site.
    await of.store('session', 'approvals', { list: [], windowId: null, refusals: {} })
  }
  return times
}

async function seen(of: ChromiumStage): Promise<number> {
  const window = await of.prompt()
  return until('both answers on screen', () => window.run<number | undefined>('window.seenAt'))
}

function print(what: string, times: number[]): void {
  const sorted = [...times].sort((a, b) => a - b)
  const p90 = sorted[Math.ceil(0.9 * sorted.length) - 1] ?? Number.NaN
  const figures = `median ${median(times).toFixed(0)}, p90 ${p90.toFixed(0)}`
  process.stdout.write(`approval window, ms, ${what.padEnd(24)} ${figures}\n`)
}
