import type { Queue } from '../../../extension/sites/approvals/approval.ts'
import { type Gateway, serveGateway } from '../../accounts/gateway.ts'
import { until } from '../harness/until.ts'
import { type ChromiumStage, chromiumStage } from './chromium.ts'
import { find } from './dapp-page.ts'
import { type Pages, type Site, serveSite } from './site.ts'
import type { Tab } from './stage.ts'

/** A wallet in Chromium that is connected to a gateway with one wallet in it, and sites to ask it. */
export type Scene = {
  stage: ChromiumStage
  gateway: Gateway
  walletId: string
  profileId: string
  /** A new site on which the wallet is enabled, and a page of it that found the provider. */
  openSite(pages?: Pages): Promise<{ site: Site; page: Tab }>
  /** How many questions wait for the person. */
  queued(): Promise<number>
  /** Waits until nobody is asked for anything. */
  noPrompt(): Promise<void>
  close(): Promise<void>
}

export async function openScene(options: { hosts?: string[]; direct?: boolean } = {}): Promise<Scene> {
  const gateway = await serveGateway()
  const { wallet } = await gateway.tester.api.createWallet({ type: 'custodial', label: 'Daily' })
  const stage = await chromiumStage(options)
  const profileId = await stage.connect(gateway.origin, gateway.tester.apiKey, 'Home')
  const opened: Site[] = []
  const queued = async () => (await stage.stored<Queue>('session', 'approvals'))?.list.length ?? 0
  return {
    stage,
    gateway,
    walletId: wallet.id,
    profileId,
    async openSite(pages = {}) {
      const site = await serveSite(pages)
      opened.push(site)
      await stage.enable(site.origin)
      const page = await stage.open(`${site.origin}/`)
      await find(page)
      return { site, page }
    },
    queued,
    noPrompt: async () => {
      await until('no prompt', async () => (await stage.prompts()) === 0 && (await queued()) === 0)
    },
    async close() {
      await stage.close()
      await Promise.all([gateway.close(), ...opened.map((site) => site.close())])
    },
  }
}
