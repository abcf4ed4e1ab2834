import { batchScenes } from './batches.ts'
import { contactScenes } from './contacts.ts'
import { requestScenes } from './requests.ts'
import { type Scene, scenes } from './scenes.ts'

export const allScenes: Scene[] = [...contactScenes, ...requestScenes, ...batchScenes, ...scenes]
