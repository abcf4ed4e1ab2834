import { useLayoutEffect, useState } from 'preact/hooks'
import { addRegion } from './announcements.ts'

/** The live region that `announce` speaks through; one per page, and one in each dialog. */
export function Announcer() {
  const [{ text, nth }, say] = useState({ text: '', nth: 0 })
  useLayoutEffect(() => addRegion((next) => say((before) => ({ text: next, nth: before.nth + 1 }))), [])
  return (
    <p role="status" class="status">
      {/* The same text again is a new element, or a screen reader would not hear of it. */}
      {text !== '' && <span key={nth}>{text}</span>}
    </p>
  )
}
