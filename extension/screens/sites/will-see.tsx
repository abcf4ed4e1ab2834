import type { Ref } from 'preact'
import { willSeeWords } from '../../words/en/sites/approve.ts'

/** What a site learns with an address card, and what it does not. */
export function WillSee({ network, endRef }: { network: string; endRef: Ref<HTMLLIElement> }) {
  const said = willSeeWords
  return (
    <ul class="will-see">
      <li>{said.address(network)}</li>
      <li>{said.lookUp}</li>
      <li ref={endRef} class="soft">
        {said.not}
      </li>
    </ul>
  )
}
