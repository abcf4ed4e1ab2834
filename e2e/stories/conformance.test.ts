import { conformance } from '../conformance/kit/suite.ts'

conformance({ codes: 'all' })
