import type { ComponentChildren, Ref } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'

const kinds = {
  main: 'button button-main',
  plain: 'button',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
  'quiet-danger': 'button button-quiet-danger',
} as const

export type ButtonKind = keyof typeof kinds

export type ButtonProps = {
  children: ComponentChildren
  kind?: ButtonKind
  type?: 'button' | 'submit'
  icon?: IconName
  /** The accessible name, where the text alone does not say of what. It should begin with the text. */
  label?: string
  /** Work under way; it is busy by itself until the promise of `onClick` settles. */
  busy?: boolean
  /** Cannot be pressed now. It can still be reached, so that a reader learns that it is there. */
  off?: boolean
  wide?: boolean
  describedBy?: string
  class?: string
  buttonRef?: Ref<HTMLButtonElement>
  onClick?: () => unknown
}

/** As long as most systems wait for the second click of a double one. */
const DOUBLE_CLICK_MS = 500

/** Never disabled by attribute, which would drop the focus: while busy or off it does nothing and says so. */
export function Button({ kind = 'plain', type = 'button', busy = false, off = false, ...props }: ButtonProps) {
  const [working, setWorking] = useState(false)
  const since = useRef(performance.now())
  const waits = busy || working
  const press = async (event: MouseEvent) => {
    // The second click of a double one is meant for what stood in this place before. Keys and assistive tools count none.
    const isSecond = event.detail > 1 && event.timeStamp - since.current < DOUBLE_CLICK_MS
    if (waits || off || isSecond) return event.preventDefault()
    const work = props.onClick?.()
    if (!(work instanceof Promise)) return
    setWorking(true)
    await work.finally(() => setWorking(false))
  }
  const classes = [kinds[kind], props.wide && 'button-wide', props.class].filter(Boolean).join(' ')
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={classes}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={waits || off ? 'true' : undefined}
      aria-busy={waits ? 'true' : undefined}
      onClick={press}
    >
      {props.icon !== undefined && <Icon name={props.icon} />}
      {props.children}
    </button>
  )
}
