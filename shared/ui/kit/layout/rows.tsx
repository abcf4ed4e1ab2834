import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'

/** A list of rows. */
export function Rows({ children, label }: { children: ComponentChildren; label?: string }) {
  return (
    <ul class="rows" aria-label={label}>
      {children}
    </ul>
  )
}

export type RowProps = {
  title: ComponentChildren
  icon?: IconName
  /** What is known of it, a line each; what is not known is left out. */
  meta?: readonly ComponentChildren[]
  /** A value at its end, such as an amount. */
  end?: ComponentChildren
  /** What can be done with it: buttons whose names say of which row they are. */
  actions?: ComponentChildren
}

export function Row({ title, icon, meta = [], end, actions }: RowProps) {
  const known = meta.filter((line) => line !== undefined && line !== null && line !== false && line !== '')
  return (
    <li class="row">
      {icon !== undefined && <Icon name={icon} />}
      <div class="row-text">
        <span class="row-title">{title}</span>
        {known.map((line, at) => (
          <span class="row-meta" key={at}>
            {line}
          </span>
        ))}
      </div>
      {end !== undefined && <div class="row-end">{end}</div>}
      {actions !== undefined && <div class="row-actions">{actions}</div>}
    </li>
  )
}
