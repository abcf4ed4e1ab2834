import { batchScenes } from './batches.ts'
import { contactScenes } from './contacts.ts'
import { requestScenes } from './requests.ts'
import { type Scene, scenes } from './scenes.ts'
import { webhookScenes } from './webhooks.ts'

export const allScenes: Scene[] = [...contactScenes, ...requestScenes, ...batchScenes, ...webhookScenes, ...scenes]
