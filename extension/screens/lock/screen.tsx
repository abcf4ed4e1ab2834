import { useState } from 'preact/hooks'
import { Button } from '#shared/ui/kit/button.tsx'
import { Refused } from '#shared/ui/kit/refused.tsx'
import { Erase } from '../../ui/erase.tsx'
import { Gate } from '../../ui/gate.tsx'
import type { Surface } from '../../ui/screen.ts'
import * as words from '../../words/en.ts'
import { Unlock } from './unlock.tsx'

/** The only screen of a locked wallet. */
export function Lock({ surface, damaged }: { surface: Surface; damaged: boolean }) {
  const [erasing, setErasing] = useState(false)
  const said = words.lock
  return (
    <Gate surface={surface}>
      <h1>{damaged ? said.damagedTitle : said.title}</h1>
      {damaged ? <Refused what={said.damaged} todo={said.damagedTodo} /> : <Unlock surface={surface} />}
      <Button kind={damaged ? 'danger' : 'quiet'} onClick={() => setErasing(true)}>
        {damaged ? said.reset : said.forgot}
      </Button>
      {erasing && <Erase onClose={() => setErasing(false)} />}
    </Gate>
  )
}
