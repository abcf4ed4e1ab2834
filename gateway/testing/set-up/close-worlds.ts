import { afterAll } from 'vitest'
import { closeWorlds } from './closing.ts'

afterAll(closeWorlds)
