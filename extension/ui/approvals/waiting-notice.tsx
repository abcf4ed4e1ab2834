import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { frameWords } from '../../words/en/app.ts'
import { useItem } from '../hooks/use-item.ts'
import { routeHash } from '../routes/route.ts'
import { keptWaiting } from './kept-waiting.ts'
import '../styles/waiting.css'

/** That payments wait for a person, and the way to them; nothing where none does. */
export function WaitingNotice({ profileId }: { profileId: string }) {
  const count = useItem(keptWaiting(profileId)) ?? 0
  if (count === 0) return null
  return (
    <a class="waiting-notice" href={routeHash('approvals')}>
      <Icon name="shield-check" />
      <span>{frameWords.approvals(count)}</span>
      <Icon name="next" />
    </a>
  )
}
