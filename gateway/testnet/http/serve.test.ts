import { expect, test } from 'vitest'
import { serve } from './serve.ts'

test('the log alone says what an unexpected error was', async () => {
  const said: string[] = []
  const failing = () => Promise.reject(new TypeError('the archive is damaged'))
  const server = await serve(0, 10, failing, (line) => said.push(line))
  const post = (body: string) =>
    fetch(`http://127.0.0.1:${server.port}/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const answer = await post('{}')
  expect([answer.status, await answer.text()]).toEqual([500, 'internal error\n'])
  expect(said).toEqual([expect.stringMatching(/^POST \/v2: TypeError: the archive is damaged/)])
  expect((await post('much too large')).status).toBe(413)
  expect(said).toHaveLength(1)
  await server.close()
})
