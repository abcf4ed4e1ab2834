import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { frameWords } from '../../words/en/app.ts'
import { goInTab } from '../frame/open-tab.ts'
import type { RouteName } from '../routes/route.ts'
import { Heading, type HeadingProps } from './heading.tsx'

export type InTabProps = {
  title: string
  /** Why it is not here. */
  about: string
  route: RouteName
  params?: Record<string, string>
} & Pick<HeadingProps, 'back'>

/** What a popup shows in place of a screen that has to outlive it. */
export function InTab({ title, about, route, params = {}, back }: InTabProps) {
  return (
    <>
      <Heading {...(back !== undefined && { back })}>{title}</Heading>
      <p>{about}</p>
      <Button kind="main" icon="external" onClick={() => goInTab('popup', route, params)}>
        {frameWords.openInTab}
      </Button>
    </>
  )
}
