import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { useKeptFocus } from './use-kept-focus.ts'

export type SectionProps = {
  title: string
  /** A sentence on what this is for. */
  about?: ComponentChildren
  /** Buttons beside the title. */
  actions?: ComponentChildren
  /** Which heading it has on its page. */
  level?: 1 | 2 | 3
  children?: ComponentChildren
}

/** A card with a heading, which names it as a region of the page. */
export function Section({ title, about, actions, level = 2, children }: SectionProps) {
  const id = useId()
  const section = useKeptFocus()
  const Heading = `h${level}` as const
  return (
    <section class="card" aria-labelledby={id} ref={section}>
      <header class="section-head">
        <Heading id={id} tabIndex={-1}>
          {title}
        </Heading>
        {actions}
      </header>
      {about !== undefined && <p class="section-about">{about}</p>}
      {children}
    </section>
  )
}
