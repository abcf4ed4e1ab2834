import { useId } from 'preact/hooks'
import { Failed } from '#shared/client-failure.ts'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Tag } from '#shared/ui/kit/values/tag.tsx'
import { ask } from '../../background/ask.ts'
import { askPermission } from '../../gateway/permission.ts'
import { CAPABILITY } from '../../provider/protocol.ts'
import { capabilityOf, type Grant, isLive } from '../../sites/grant.ts'
import { grants } from '../../sites/grants.ts'
import { enabling, sites } from '../../sites/sites.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { routeHash } from '../../ui/routes/route.ts'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { walletName } from '../../ui/wallets/wallet-name.ts'
import { appWords } from '../../words/en/app.ts'
import { sitesWords, thisSiteWords } from '../../words/en/sites/sites.ts'
import { OriginName } from './origin-name.tsx'
import { useTab } from './use-tab.ts'

/** The site under the popup: switches the wallet on for it or off, and says what that means. */
export function ThisSite({ view }: Pick<ScreenProps, 'view'>) {
  const words = thisSiteWords
  const title = useId()
  const tab = useTab()
  const enabled = useItem(sites)
  const granted = useItem(grants)
  if (tab === undefined || enabled === undefined || granted === undefined) return null
  const { shown, tabId } = tab
  // A new tab, the settings: a wallet has nothing to do with them.
  const why = shown.is === 'unfit' ? shown.why : undefined
  if (why === 'browser') return null
  const isOn = shown.is === 'site' && enabled.some(({ origin }) => origin === shown.origin)
  return (
    <section class="card this-site" aria-labelledby={title}>
      <header class="section-head">
        <h2 id={title}>{words.title}</h2>
        {isOn && (
          <Tag tone="ok" icon="check">
            {words.on}
          </Tag>
        )}
      </header>
      {why !== undefined && <p class="hint">{words.unfit[why]}</p>}
      {shown.is === 'site' && (
        <p>
          <OriginName origin={shown.origin} />
        </p>
      )}
      {shown.is === 'site' && !isOn && <Off origin={shown.origin} tabId={tabId} />}
      {shown.is === 'site' && isOn && (
        <On
          origin={shown.origin}
          grant={granted.find((each) => each.origin === shown.origin && capabilityOf(each) === CAPABILITY)}
          view={view}
        />
      )}
    </section>
  )
}

function Off({ origin, tabId }: { origin: string; tabId: number }) {
  const words = thisSiteWords
  const { host } = new URL(origin)
  const enable = useAction(async () => {
    // The browser's question may close this popup: what it was about is written down first, for the worker to go on.
    // Nothing is waited for, since the browser asks only straight after the press.
    const written = enabling.set({ origin, tabId, askedAt: Date.now() })
    try {
      if (!(await askPermission(origin))) throw new Failed({ code: 'not_given', message: words.denied })
      await ask('site.enable', { origin })
      announce(words.enabled(host))
    } finally {
      await written
      await enabling.remove()
    }
  })
  return (
    <>
      <p class="hint">{words.offAbout}</p>
      <Button label={words.enableOn(host)} busy={enable.busy} onClick={enable.run}>
        {words.enable}
      </Button>
      {enable.failure !== undefined && <Refused failure={enable.failure} />}
    </>
  )
}

function On({ origin, grant, view }: { origin: string; grant: Grant | undefined } & Pick<ScreenProps, 'view'>) {
  const words = thisSiteWords
  const { host } = new URL(origin)
  const disable = useAction(async () => {
    await ask('site.disable', { origin })
    announce(sitesWords.disabled(host))
  })
  return (
    <>
      <p class="hint">{seen(grant, view)}</p>
      <div class="buttons">
        <Button kind="quiet-danger" label={sitesWords.disableOf(host)} busy={disable.busy} onClick={disable.run}>
          {words.disable}
        </Button>
        <a class="button button-quiet" href={routeHash('sites')}>
          {appWords.nav.sites}
        </a>
      </div>
      {disable.failure !== undefined && <Refused failure={disable.failure} />}
    </>
  )
}

function seen(grant: Grant | undefined, view: ScreenProps['view']): string {
  const words = thisSiteWords
  if (grant === undefined || !isLive(grant, Date.now())) return words.mayAsk
  const list = view?.profileId === grant.profileId ? view.balances?.list : undefined
  const found = list?.find(({ wallet }) => wallet.id === grant.walletId)
  return found === undefined ? words.seesOne : words.sees(walletName(found.wallet))
}
