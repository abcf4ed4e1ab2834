import { groupsOf } from './address-rules.ts'
import '../styles/facts.css'

/** Every digit of an address, in groups, to be held against another one. What is copied from it has no gaps. */
export function GroupedAddress({ value }: { value: string }) {
  return (
    <span class="grouped">
      <span class="unseen">{value}</span>
      <bdi class="grouped-digits" aria-hidden="true">
        {groupsOf(value).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </bdi>
    </span>
  )
}
