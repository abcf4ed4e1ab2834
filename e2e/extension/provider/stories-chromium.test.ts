import { chromiumStage } from './chromium.ts'
import { tellStories } from './stories.ts'

tellStories(() => chromiumStage())
