import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import { deadEndsOf } from './dead-ends.ts'

const seed = process.env.CHAOS_SEED ?? String(Date.now())

/** Where the operator's own money pays: `npm run chaos -- --dead-ends` goes through both modes. */
test.each(Object.entries(deadEndsOf(['float'])))('%s: it ends, and is paid once', async (name, play) => {
  const said: string[] = []
  const say = (text: string) => said.push(text)
  const { problems } = await play({ times: 1, random: createRandom(`${seed}/${name}`), say })
  expect(problems, `seed ${seed}\n${said.join('\n')}`).toEqual([])
})
