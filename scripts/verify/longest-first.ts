import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What waits for minutes: begun last, it would run on alone. Vitest goes by sizes where it has not seen a file before. */
const long = /\/e2e\/chaos\/[^/]+\.test\.ts$|\/stories\/protocols\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(long.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a))
  }
}
