import { useLayoutEffect, useState } from 'preact/hooks'
import { addRegion } from './announcements.ts'

/** The live region that `announce` speaks through; one per page, and one in each dialog. */
export function Announcer() {
  const [text, setText] = useState('')
  useLayoutEffect(() => addRegion(setText), [])
  return (
    <p role="status" class="status">
      {text}
    </p>
  )
}
