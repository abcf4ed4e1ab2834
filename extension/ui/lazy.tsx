import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Waiting } from '#shared/ui/kit/waiting.tsx'

/** A component whose code comes when it is first shown. */
export function Lazy<P extends object>({ load, props }: { load: () => Promise<FunctionComponent<P>>; props: P }) {
  const [Loaded, setLoaded] = useState<FunctionComponent<P>>()
  useEffect(() => {
    let current = true
    void load().then((component) => current && setLoaded(() => component))
    return () => {
      current = false
    }
  }, [load])
  return Loaded === undefined ? <Waiting /> : <Loaded {...props} />
}
