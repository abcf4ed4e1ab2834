import { useEffect, useRef, useState } from 'preact/hooks'

/** Drops anywhere on the page; answers whether something is held over it. A file must never replace the page. */
export function usePageDrop(onFiles: (files: File[]) => Promise<void>): boolean {
  const [over, setOver] = useState(false)
  const newest = useRef(onFiles)
  newest.current = onFiles
  useEffect(() => {
    const held = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const dropped = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      void newest.current(Array.from(event.dataTransfer.files))
    }
    addEventListener('dragenter', held)
    addEventListener('dragover', held)
    addEventListener('dragleave', left)
    addEventListener('drop', dropped)
    return () => {
      removeEventListener('dragenter', held)
      removeEventListener('dragover', held)
      removeEventListener('dragleave', left)
      removeEventListener('drop', dropped)
    }
  }, [])
  return over
}
