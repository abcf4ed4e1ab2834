import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/**
 * Files that are dropped anywhere on the page; answers whether something is held over it. A file must never replace the
 * page. `last` takes only what no other taker on the page has taken.
 */
export function usePageDrop(onFiles: (files: File[]) => Promise<void>, last = false): boolean {
  const [over, setOver] = useState(false)
  const newest = useRef(onFiles)
  newest.current = onFiles
  // Before the page is drawn: what is seen takes files.
  useLayoutEffect(() => {
    const held = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const dropped = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files') || (last && event.defaultPrevented)) return
      event.preventDefault()
      setOver(false)
      void newest.current(Array.from(event.dataTransfer.files))
    }
    const listening = new AbortController()
    // What listens on the way down hears of it first, whichever of them was there first.
    const options = { signal: listening.signal, capture: !last }
    addEventListener('dragenter', held, options)
    addEventListener('dragover', held, options)
    addEventListener('dragleave', left, options)
    addEventListener('drop', dropped, options)
    return () => listening.abort()
  }, [last])
  return over
}
