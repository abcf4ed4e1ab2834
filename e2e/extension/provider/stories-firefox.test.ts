import { test } from 'vitest'
import { firefoxStage, letsIntoWindow } from './firefox.ts'
import { oneGateway } from './gateways.ts'
import { tellStories } from './stories.ts'

if (await letsIntoWindow()) tellStories(oneGateway, firefoxStage)
// No test can reach a window of this Firefox: the run names the stories as skipped.
else test.skip('the stories in Firefox: this release lets no test into its own window', () => {})
