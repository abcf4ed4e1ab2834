import { useEffect, useState } from 'preact/hooks'

/** How long a result stays on screen, in milliseconds. */
const SHOWN_MS = 6_000

type Listener = (text: string) => void
const listeners: Listener[] = []

/** Says a result aloud and shows it for a while. What stands behind a modal dialog is not read: the newest one says it. */
export function announce(text: string): void {
  listeners.at(-1)?.(text)
}

/** The live region; one per page, and one in each dialog. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => {
    listeners.push(setText)
    return () => {
      listeners.splice(listeners.indexOf(setText), 1)
    }
  }, [])
  useEffect(() => {
    if (text === '') return
    const timer = setTimeout(() => setText(''), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" class="status">
      {text}
    </p>
  )
}
