import type { ComponentChildren } from 'preact'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Heading } from '../../ui/parts/heading.tsx'
import { InTab } from '../../ui/parts/in-tab.tsx'
import type { ScreenProps } from '../../ui/routes/screen.ts'
import { batchesWords } from '../../words/en/batches/batches.ts'
import { requestsWords } from '../../words/en/requests.ts'
import { webhooksWords } from '../../words/en/webhooks.ts'
import { ChangeWebhook, MakeWebhook } from './edit/edit.tsx'
import { WebhookList } from './list.tsx'
import { hindranceOf } from './model.ts'
import { OneWebhook } from './one.tsx'
import './webhooks.css'

/** Addresses that the gateway tells of what happens: all of them, one, or a new one. */
export function Webhooks(props: ScreenProps) {
  const words = webhooksWords
  const { params, profile, surface } = props
  const hindrance = hindranceOf(profile.key)
  if (hindrance === 'scope') return <Hindered what={words.mayNot} todo={requestsWords.mayNotTodo} />
  if (hindrance === 'limited') return <Hindered what={words.limited} todo={batchesWords.limitedTodo} />
  const id = params.get('id')
  if (id !== null) {
    const key = `${id} ${props.profile.id}`
    return params.has('change') ? (
      <ChangeWebhook {...props} key={key} id={id} />
    ) : (
      <OneWebhook {...props} key={key} id={id} />
    )
  }
  if (!params.has('make')) return <WebhookList {...props} />
  if (surface !== 'popup') return <MakeWebhook {...props} />
  return <InTab title={words.add} about={words.inTab} route="webhooks" params={{ make: '' }} back={['webhooks', {}]} />
}

function Hindered({ what, todo }: { what: ComponentChildren; todo: ComponentChildren }) {
  return (
    <>
      <Heading back="settings">{webhooksWords.title}</Heading>
      <Refused what={what} todo={todo} />
    </>
  )
}
