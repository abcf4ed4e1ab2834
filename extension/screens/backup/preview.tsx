import type { ComponentChildren } from 'preact'
import type { Settings } from '../../store/settings.ts'
import { Facts } from '../../ui/parts/facts.tsx'
import { Notice } from '../../ui/parts/notice.tsx'
import { backupWords } from '../../words/en/settings/backup.ts'
import { settingsWords } from '../../words/en/settings/settings.ts'
import { lockText } from '../security/model.ts'
import type { Contents } from './contents.ts'
import { laxIn } from './lax.ts'

/** The contents of a backup, before they take effect: the maker of the file chose them. `now` is how this browser is set. */
export function Preview({ contents, now }: { contents: Contents; now: Settings }) {
  const { gateways, sites, explorers, settings } = contents
  const words = backupWords
  const lax = laxIn(settings, now)
  return (
    <>
      <p>{words.holds(gateways.length, sites.length)}</p>
      <Facts
        facts={[
          {
            name: settingsWords.gateways,
            value: listed(
              gateways.map(({ origin, email }) => [origin, email].filter((text) => text !== '').join(' · ')),
            ),
          },
          { name: words.sites, value: listed(sites.map(({ origin }) => origin)) },
          { name: words.explorers, value: listed(Object.values(explorers)) },
        ]}
      />
      {lax.length > 0 && (
        <Notice tone="warn" icon="warning" title={words.lax}>
          {lax.map((which) => (
            <p key={which}>{which === 'lock' ? lockText(settings.lock) : words.amountsShown}</p>
          ))}
        </Notice>
      )}
    </>
  )
}

function listed(lines: readonly string[]): ComponentChildren | undefined {
  if (lines.length === 0) return undefined
  return lines.map((line, at) => (
    <div key={at}>
      <bdi>{line}</bdi>
    </div>
  ))
}
