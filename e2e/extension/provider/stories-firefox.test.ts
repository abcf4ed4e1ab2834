import { firefoxStage } from './firefox.ts'
import { oneGateway } from './gateways.ts'
import { tellStories } from './stories.ts'

tellStories(oneGateway, firefoxStage)
