import { expect, test } from 'vitest'
import { failureOf } from '#shared/client-failure.ts'
import { sayFailure } from '#shared/ui/kit/states/failure-words.ts'
import { appWords } from '../../words/en/app.ts'
import { needed } from './needed.ts'

test('code that cannot be loaded is no gateway that does not answer: the page is to be loaded again', async () => {
  const gone = Promise.reject(new TypeError('Failed to fetch dynamically imported module: chrome-extension://…'))
  const failure = await needed(gone).catch(failureOf)
  expect(sayFailure(failure as ReturnType<typeof failureOf>).what).toBe(`${appWords.missing} ${appWords.missingTodo}`)
  expect(await needed(Promise.resolve(1))).toBe(1)
})
