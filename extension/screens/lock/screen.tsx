import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/buttons/button.tsx'
import { Refused } from '#shared/ui/kit/states/refused.tsx'
import { Gate } from '../../ui/frame/gate.tsx'
import { Lazy } from '../../ui/parts/lazy.tsx'
import type { Surface } from '../../ui/routes/screen.ts'
import { lockWords } from '../../words/en/session/lock.ts'
import { Unlock } from './unlock.tsx'

const erase = () => import('../../ui/session/erase.tsx').then(({ Erase }) => Erase)

/** The only screen of a locked wallet. */
export function Lock({ surface, damaged, connected }: { surface: Surface; damaged: boolean; connected: boolean }) {
  const [erasing, setErasing] = useState(false)
  const words = lockWords
  return (
    <Gate surface={surface} connected={connected}>
      <h1>{damaged ? words.damagedTitle : words.title}</h1>
      {damaged ? <Refused what={words.damaged} todo={words.damagedTodo} /> : <Unlock surface={surface} />}
      <Button kind={damaged ? 'danger' : 'quiet'} onClick={() => setErasing(true)}>
        {damaged ? words.reset : words.forgot}
      </Button>
      {erasing && <Lazy load={erase} props={{ onClose: () => setErasing(false) }} />}
    </Gate>
  )
}
