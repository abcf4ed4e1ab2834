import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { Address } from '#shared/ui/kit/values/address.tsx'
import { explorers } from '../../store/explorers.ts'
import { transactionWords } from '../../words/en/payments/transaction.ts'
import { useItem } from '../hooks/use-item.ts'
import { explorerLink } from './explorer.ts'
import '../styles/facts.css'

/** A hash to be copied, and a link to an explorer where the person named one. */
export function Hash({ value, profileId }: { value: string; profileId: string }) {
  const link = explorerLink(useItem(explorers)?.[profileId], value)
  return (
    <span class="hash">
      <Address value={value} what="hash" copy />
      {link !== undefined && (
        <a
          class="icon-button"
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={transactionWords.onExplorer}
          title={transactionWords.onExplorer}
        >
          <Icon name="external" />
        </a>
      )}
    </span>
  )
}
