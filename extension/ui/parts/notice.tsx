import type { ComponentChildren } from 'preact'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import type { IconName } from '#shared/ui/kit/icons/icon-paths.ts'
import '../styles/notice.css'

export type NoticeProps = {
  tone?: 'plain' | 'warn' | 'ok' | 'danger'
  icon?: IconName
  title?: ComponentChildren
  children?: ComponentChildren
  /** What can be done about it. */
  action?: ComponentChildren
}

/** Something to know before going on; what went wrong is said by `Refused`. */
export function Notice({ tone = 'plain', icon = 'info', title, children, action }: NoticeProps) {
  return (
    <div class={`notice notice-${tone}`}>
      <Icon name={icon} />
      <div class="notice-said">
        {title !== undefined && <p class="notice-title">{title}</p>}
        {children !== undefined && <div class="notice-text">{children}</div>}
        {action}
      </div>
    </div>
  )
}
