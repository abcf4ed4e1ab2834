import { benchFlood } from './flood.ts'
import { table } from './report.ts'

process.stdout.write(table('Flood', ['Sotto', 'presigned'], await benchFlood()))
