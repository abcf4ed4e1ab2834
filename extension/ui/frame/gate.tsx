import type { ComponentChildren } from 'preact'
import { Announcer } from '#shared/ui/kit/states/announcer.tsx'
import type { Surface } from '../routes/screen.ts'
import { Strip } from './strip.tsx'

export type GateProps = {
  surface: Surface
  /** Whether a gateway is known, and with it which network this is. */
  connected: boolean
  children: ComponentChildren
}

/** What stands around a screen that there is no way past: the lock, the welcome. */
export function Gate({ surface, connected, children }: GateProps) {
  return (
    <div class={`gate gate-${surface}`}>
      {connected && <Strip />}
      <main class="gate-main">
        <img class="gate-mark" src="/icon/sotto.svg" alt="" width="56" height="56" />
        {children}
      </main>
      <Announcer />
    </div>
  )
}
