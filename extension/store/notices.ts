import * as z from 'zod/mini'
import { item } from './item.ts'

/** What notifications say, left here by the pages in the language that they speak: the worker loads none but English. */
export const notices = item<Record<string, string>>('local', 'notices', z.record(z.string(), z.string()), {})
