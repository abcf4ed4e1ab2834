import type { ComponentChildren } from 'preact'
import '../styles/facts.css'

/** A name and what stands under it; left out where it is undefined. */
export type Fact = { name: string; value: ComponentChildren | undefined }

/** What is known of a thing, a line for each. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(({ value }) => value !== undefined)
        .map(({ name, value }) => (
          <div class="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
