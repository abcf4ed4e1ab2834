import type { Wallet } from '#shared/model/wallet.ts'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { quickWords } from '../../words/en/home.ts'
import { routeHash } from '../routes/route.ts'
import { actionsOf } from './wallet-actions.ts'

/** The ways to move money of a wallet, one press each. */
export function QuickActions({ wallet, scopes }: { wallet: Wallet; scopes: readonly string[] }) {
  return (
    <ul class="quick" aria-label={quickWords.label}>
      {actionsOf(wallet, scopes).map((action) => (
        <li key={action}>
          <a class="quick-link" href={routeHash(action, { wallet: wallet.id })}>
            <span class="quick-mark">
              <Icon name={action} />
            </span>
            {quickWords.actions[action]}
            {quickWords.subtitles[action] !== undefined && (
              <>
                {' '}
                <span class="quick-text">{quickWords.subtitles[action]}</span>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
