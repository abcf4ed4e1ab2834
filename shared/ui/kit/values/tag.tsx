import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'

export type TagTone = 'plain' | 'accent' | 'ok' | 'warn' | 'danger'

/** A word or two that set a thing apart; never by colour alone. */
export function Tag(props: { children: ComponentChildren; tone?: TagTone; icon?: IconName }) {
  const { tone = 'plain' } = props
  return (
    <span class={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>
      {props.icon !== undefined && <Icon name={props.icon} />}
      {props.children}
    </span>
  )
}
