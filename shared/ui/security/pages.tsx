import { Button } from '../kit/buttons/button.tsx'
import { Icon } from '../kit/icons/icon.tsx'
import { securityWords } from '../words/security.ts'

export type PagesProps = { page: number; pages: number; onPage: (page: number) => Promise<void> }

/** Steps through a list that is newest first. */
export function Pages({ page, pages, onPage }: PagesProps) {
  const words = securityWords.activity
  if (pages <= 1) return null
  return (
    <nav class="pages" aria-label={words.title}>
      <Button kind="quiet" icon="back" off={page <= 1} onClick={() => onPage(page - 1)}>
        {words.newer}
      </Button>
      <span class="hint" role="status">
        {words.page(page, pages)}
      </span>
      <Button kind="quiet" off={page >= pages} onClick={() => onPage(page + 1)}>
        {words.older}
        <Icon name="next" />
      </Button>
    </nav>
  )
}
