import { Failed } from '#shared/client-failure.ts'
import { appWords } from '../../words/en/app.ts'
import { restOfWords } from '../language/speak.ts'

/** Code that comes when it is needed; where it cannot be had, what to do about it: no gateway has a part in that. */
export async function needed<T>(code: Promise<T>): Promise<T> {
  try {
    const [had] = await Promise.all([code, restOfWords()])
    return had
  } catch (error) {
    throw new Failed({ code: 'code_missing', message: `${appWords.missing} ${appWords.missingTodo}` }, error)
  }
}
