import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'

/** Nothing here yet: why, and the one thing to do about it. */
export function Empty(props: { icon: IconName; children: ComponentChildren; action?: ComponentChildren }) {
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <p>{props.children}</p>
      {props.action}
    </div>
  )
}
