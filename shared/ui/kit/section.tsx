import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export type SectionProps = {
  title: string
  /** A sentence on what this is for. */
  about?: ComponentChildren
  /** Buttons beside the title. */
  actions?: ComponentChildren
  children?: ComponentChildren
}

/** A card with a heading, which names it as a region of the page. */
export function Section({ title, about, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section class="card" aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </header>
      {about !== undefined && <p class="section-about">{about}</p>}
      {children}
    </section>
  )
}
