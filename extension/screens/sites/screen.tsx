import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Card } from '#shared/ui/kit/layout/card.tsx'
import { Dialog } from '#shared/ui/kit/layout/dialog.tsx'
import { Rows } from '#shared/ui/kit/layout/rows.tsx'
import { announce } from '#shared/ui/kit/states/announcements.ts'
import { Empty } from '#shared/ui/kit/states/empty.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { ask } from '../../background/ask.ts'
import { profiles } from '../../gateway/profiles.ts'
import { grants } from '../../sites/grants.ts'
import { sites } from '../../sites/sites.ts'
import { useItem } from '../../ui/hooks/use-item.ts'
import { Heading } from '../../ui/parts/heading.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { appWords } from '../../words/en/app.ts'
import { sitesWords } from '../../words/en/sites/sites.ts'
import { hasGiven, PAGE, type SiteRow as Row, rowsOf } from './model.ts'
import { SiteRow } from './site-row.tsx'
import { useWalletNames } from './use-wallet-names.ts'

/** The sites on which the wallet is enabled, what each may see, and how to take it back. */
export function Sites({ view }: ScreenProps) {
  const words = sitesWords
  const enabled = useItem(sites)
  const granted = useItem(grants)
  const known = useItem(profiles)
  const wallets = useWalletNames(granted, known?.list, view)
  if (enabled === undefined || granted === undefined || known === undefined) return <Waiting />
  const rows = rowsOf({ sites: enabled, grants: granted, profiles: known.list, wallets }, Date.now())
  return (
    <>
      <Heading>{appWords.nav.sites}</Heading>
      {rows.length === 0 ? (
        <Empty icon="link">{words.empty}</Empty>
      ) : (
        <>
          <p class="soft">{words.about}</p>
          <SiteList rows={rows} several={known.list.length > 1} />
        </>
      )}
    </>
  )
}

function SiteList({ rows, several }: { rows: readonly Row[]; several: boolean }) {
  const words = sitesWords
  const [shown, setShown] = useState(PAGE)
  const [revoking, setRevoking] = useState(false)
  const given = rows.flatMap(({ grant, paid }) => [grant, paid].flatMap((each) => each?.id ?? []))
  const revokeAll = async () => {
    for (const id of given) await ask('grant.revoke', { id })
    announce(words.allRevoked)
  }
  return (
    <>
      <Card>
        <Rows label={appWords.nav.sites}>
          {rows.slice(0, shown).map((row) => (
            <SiteRow key={row.origin} row={row} several={several} />
          ))}
        </Rows>
        {rows.length > shown && <Button onClick={() => setShown(shown + PAGE)}>{words.more}</Button>}
      </Card>
      {given.length > 1 && (
        <div class="buttons">
          <Button kind="quiet-danger" onClick={() => setRevoking(true)}>
            {words.revokeAll}
          </Button>
        </div>
      )}
      {revoking && (
        <Dialog
          title={words.revokeAllTitle}
          action={words.revokeAll}
          kind="danger"
          onSubmit={revokeAll}
          onClose={() => setRevoking(false)}
        >
          <p>{words.revokeAllAbout(rows.filter(hasGiven).length)}</p>
        </Dialog>
      )}
    </>
  )
}
