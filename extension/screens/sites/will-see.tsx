import type { Ref } from 'preact'
import { willSeeWords } from '../../words/en/sites/approve.ts'

/** What a site learns with an address card, and what it does not. */
export function WillSee({ network, endRef }: { network: string; endRef: Ref<HTMLLIElement> }) {
  const words = willSeeWords
  return (
    <ul class="will-see">
      <li>{words.address(network)}</li>
      <li>{words.lookUp}</li>
      <li ref={endRef} class="soft">
        {words.not}
      </li>
    </ul>
  )
}
