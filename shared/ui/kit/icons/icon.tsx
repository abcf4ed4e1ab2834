import { type IconName, iconPaths } from './icon-paths.ts'

/** A 20-pixel line drawing in the colour of its text. Decoration: whatever it stands for is said in words beside it. */
export function Icon({ name, class: className }: { name: IconName; class?: string }) {
  return (
    <svg
      class={className === undefined ? 'icon' : `icon ${className}`}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
