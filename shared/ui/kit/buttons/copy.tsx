import { useEffect, useState } from 'preact/hooks'
import { kitWords } from '../../words/kit.ts'
import { announce } from '../states/announcements.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

export type CopyProps = {
  /** What is copied; a function is asked at the press, so that a secret need not be rendered. */
  text: string | (() => string)
  label?: string
  /** A drawing alone, whose name is the label. */
  small?: boolean
  /** Told once it has been copied. */
  onCopied?: () => void
}

/** Copies, and says so. */
export function Copy({ text, label = kitWords.copy, small = false, onCopied }: CopyProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 2_000)
    return () => clearTimeout(timer)
  }, [done])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setDone(true)
      announce(kitWords.copiedText)
      onCopied?.()
    } catch {
      announce(kitWords.copyRefused)
    }
  }
  const icon = done ? 'check' : 'copy'
  if (small) return <IconButton icon={icon} label={label} onClick={() => void copy()} />
  return (
    <Button icon={icon} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
