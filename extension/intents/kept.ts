import { listItem } from '../store/list-item.ts'
import { Intent } from './intent.ts'

/** Every payment that was begun in this browser and is not forgotten yet, in the order of their consents. */
export const intents = listItem('local', 'intents', Intent)
