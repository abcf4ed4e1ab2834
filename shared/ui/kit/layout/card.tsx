import type { ComponentChildren } from 'preact'

/** A plain sheet. */
export function Card({ children, class: className }: { children: ComponentChildren; class?: string }) {
  return <div class={className === undefined ? 'card' : `card ${className}`}>{children}</div>
}
