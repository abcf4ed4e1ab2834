import { afterAll } from 'vitest'
import { closeDatabases } from './databases.ts'

afterAll(closeDatabases)
