import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-paths.ts'

export type IconButtonProps = {
  icon: IconName
  /** Its name, shown on hover too. */
  label: string
  /** For one that switches something on and off. */
  pressed?: boolean
  class?: string
  onClick: () => void
}

/** A button that is a drawing alone. */
export function IconButton({ icon, label, pressed, class: className, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class={className === undefined ? 'icon-button' : `icon-button ${className}`}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
