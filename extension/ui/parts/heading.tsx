import type { ComponentChildren } from 'preact'
import { Icon } from '#shared/ui/kit/icons/icon.tsx'
import { appWords } from '../../words/en/app.ts'
import { type RouteName, routeHash } from '../routes/route.ts'

export type HeadingProps = {
  children: ComponentChildren
  /** Where the way back leads. */
  back?: RouteName | readonly [RouteName, Record<string, string>]
  subtitle?: string
  /** Buttons beside it. */
  actions?: ComponentChildren
}

/** The one h1 of a screen; the frame gives it the focus after a navigation. */
export function Heading({ children, subtitle, back, actions }: HeadingProps) {
  const [name, params] = typeof back === 'string' ? [back, {}] : (back ?? [])
  return (
    <header class="heading">
      {name !== undefined && (
        <a class="icon-button" href={routeHash(name, params)} aria-label={appWords.back} title={appWords.back}>
          <Icon name="back" />
        </a>
      )}
      {subtitle === undefined ? (
        <h1>{children}</h1>
      ) : (
        <div class="heading-text">
          <h1>{children}</h1>
          <p>{subtitle}</p>
        </div>
      )}
      {actions !== undefined && <div class="heading-actions">{actions}</div>}
    </header>
  )
}
