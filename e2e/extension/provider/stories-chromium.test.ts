import { chromiumStage } from './chromium.ts'
import { twoGateways } from './gateways.ts'
import { tellStories } from './stories.ts'

tellStories(twoGateways, chromiumStage)
