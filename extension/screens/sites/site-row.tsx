import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { useAction } from '#shared/ui/kit/buttons/use-action.ts'
import { Row } from '#shared/ui/kit/layout/rows.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Time } from '#shared/ui/kit/values/time.tsx'
import { ask } from '../../background/ask.ts'
import { ProfileName } from '../../ui/wallets/profile-name.tsx'
import { walletLine } from '../../ui/wallets/wallet-name.ts'
import { sitesWords } from '../../words/en/sites/sites.ts'
import type { GrantShown, SiteRow as SiteRowShown } from './model.ts'
import { OriginName } from './origin-name.tsx'
import { readableHost } from './punycode.ts'

/** A site and what it may see. `several`: there are several gateways, so each says which it is. */
export function SiteRow({ row, several }: { row: SiteRowShown; several: boolean }) {
  const words = sitesWords
  const { origin, enabledAt, grant, paid } = row
  const { host, hostname } = new URL(origin)
  const reads = readableHost(hostname)
  const revoke = useAction(async () => {
    if (grant === undefined) return
    await ask('grant.revoke', { id: grant.id })
    announce(words.revoked(host))
  })
  const forget = useAction(async () => {
    if (paid === undefined) return
    await ask('grant.revoke', { id: paid.id })
    announce(words.forgotten(host))
  })
  const disable = useAction(async () => {
    await ask('site.disable', { origin })
    announce(words.disabled(host))
  })
  const failure = revoke.failure ?? forget.failure ?? disable.failure
  return (
    <Row
      icon="link"
      title={<OriginName origin={origin} />}
      meta={[
        reads !== undefined && (
          <>
            {words.reads} <bdi>{reads}</bdi>
          </>
        ),
        grant === undefined ? words.nothing : <OfWallet what={words.sees} grant={grant} several={several} />,
        grant === undefined ? <Time at={enabledAt} as="day" around={words.enabled} /> : <When grant={grant} />,
        grant?.expiresAt != null && <Time at={grant.expiresAt} as="moment" around={words.until} />,
        paid !== undefined && <Paid grant={paid} several={several} />,
        failure !== undefined && <Refused failure={failure} />,
      ]}
      actions={
        <>
          {grant !== undefined && (
            <Button kind="quiet" label={words.revokeOf(host)} busy={revoke.busy} onClick={revoke.run}>
              {words.revoke}
            </Button>
          )}
          {paid !== undefined && (
            <Button kind="quiet" label={words.forgetOf(host)} busy={forget.busy} onClick={forget.run}>
              {words.forget}
            </Button>
          )}
          <Button kind="quiet-danger" label={words.disableOf(host)} busy={disable.busy} onClick={disable.run}>
            {words.disable}
          </Button>
        </>
      }
    />
  )
}

/** That it was paid, and from which wallet last. */
function Paid({ grant, several }: { grant: GrantShown; several: boolean }) {
  return (
    <>
      <OfWallet what={sitesWords.paidFrom} grant={grant} several={several} />
      {grant.lastUsedAt !== null && (
        <>
          {' · '}
          <Time at={grant.lastUsedAt} />
        </>
      )}
    </>
  )
}

/** Which wallet it is about. */
function OfWallet({
  what,
  grant: { wallet, profile },
  several,
}: {
  what: string
  grant: GrantShown
  several: boolean
}) {
  const words = sitesWords
  return (
    <>
      {what} <bdi>{wallet === undefined ? words.someWallet : walletLine(wallet)}</bdi>
      {several && profile !== undefined && (
        <>
          {' '}
          <ProfileName profile={profile} />
        </>
      )}
    </>
  )
}

function When({ grant: { grantedAt, lastUsedAt } }: { grant: GrantShown }) {
  const words = sitesWords
  return (
    <>
      <Time at={grantedAt} as="day" around={words.since} />
      {' · '}
      {lastUsedAt === null ? words.notUsed : <Time at={lastUsedAt} around={words.used} />}
    </>
  )
}
