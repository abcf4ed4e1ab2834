import * as z from 'zod/mini'
import { item } from './item.ts'

/**
 * Where transactions of a gateway's chain can be looked up, by profile. The wallet cannot know which chain a gateway
 * serves, and anyone who runs an explorer learns what is looked at: so there are no links until somebody asks for them.
 */
export const explorers = item<Record<string, string>>('local', 'explorers', z.record(z.string(), z.string()), {})

/** Null takes the links away. */
export async function setExplorer(profileId: string, base: string | null): Promise<void> {
  await explorers.update(({ [profileId]: _, ...others }) => (base === null ? others : { ...others, [profileId]: base }))
}
