import type { Endpoint } from '../api/kit/endpoint.ts'
import { parameterTexts } from './descriptions.ts'
import { type Json, type Named, schemaOf } from './names.ts'

export function parametersOf(operation: string, endpoint: Endpoint, named: Named): Json[] {
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = endpoint.query === undefined ? undefined : schemaOf(endpoint.query, 'output', named)
  const fields = Object.entries((query?.properties ?? {}) as Record<string, Json>).map(([name, schema]) => {
    const description = parameterTexts[operation]?.[name]
    return { name, in: 'query', required: false, ...(description === undefined ? {} : { description }), schema }
  })
  return [
    ...path,
    ...fields,
    ...(endpoint.idempotent ? [keyOf(endpoint)] : []),
    ...(endpoint.stream ? [lastEventId] : []),
  ]
}

function keyOf({ tag }: Endpoint): Json {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      tag === 'Money' ? ofPayment : tag === 'Batches' ? `${ofOther} as long as the batch.` : `${ofOther} seven days.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
}

const ofPayment =
  'The same key and request again answers the first transaction instead of paying twice. Where that failed before anything was signed, the key is free and the request is carried out. After the restore of a backup, too: the payment comes back from the chain. Until it has, the answer is `503 reconciling`.'
const ofOther =
  'The same key and request again answers what the first has made, and makes nothing twice. The key is kept'

const lastEventId: Json = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The `id` of the last event that was taken, as it came: what happened after it follows, up to 72 hours later. `ready` says whether it does. Without it the stream begins now.',
  schema: { type: 'string' },
}
