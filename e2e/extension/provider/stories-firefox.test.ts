import { firefoxStage } from './firefox.ts'
import { tellStories } from './stories.ts'

tellStories(firefoxStage)
