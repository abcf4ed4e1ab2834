import type { ComponentChildren, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Waiting } from '#shared/ui/kit/states/waiting.tsx'
import { appWords } from '../../words/en/app.ts'
import { restOfWords } from '../language/speak.ts'

type LazyProps<P> = {
  load: () => Promise<FunctionComponent<P>>
  props: P
  /** What stands there meanwhile. */
  waiting?: ComponentChildren
}

/** A component whose code comes when it is first shown. */
export function Lazy<P extends object>({ load, props, waiting = <Waiting /> }: LazyProps<P>) {
  const [Loaded, setLoaded] = useState<FunctionComponent<P> | 'missing'>()
  useEffect(() => {
    let current = true
    Promise.all([load(), restOfWords()]).then(
      ([component]) => current && setLoaded(() => component),
      () => current && setLoaded('missing'),
    )
    return () => {
      current = false
    }
  }, [load])
  if (Loaded === undefined) return waiting
  return Loaded === 'missing' ? <Missing /> : <Loaded {...props} />
}

/** An update that came while the page was open took the files away that it was made of: the page begins anew. */
function Missing() {
  const reload = { text: appWords.reload, onClick: () => location.reload() }
  return <Refused what={appWords.missing} todo={appWords.missingTodo} action={reload} />
}
