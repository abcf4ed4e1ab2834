import { expect, test, vi } from 'vitest'
import { Refusal } from '#shared/refusal.ts'
import { listTransactions } from './older-gateway.ts'

const answer = { items: [], page: 1, pageSize: 20, total: 0 }
const unknown = (path: string) =>
  new Refusal('validation_error', { details: [{ path, message: 'is not a known field' }] })

/** A gateway that refuses a query, and what it was asked. */
function gateway(refuses: (input: object) => Error | undefined) {
  const list = vi.fn(async (input: object) => {
    const error = refuses(input)
    if (error !== undefined) throw error
    return answer
  })
  return list
}
const older = () => gateway((input) => ('direction' in input ? unknown('direction') : undefined))

test('an older gateway is asked again without a direction, and from then on only so', async () => {
  const list = older()
  expect(await listTransactions('old', { direction: 'all', pageSize: 5 }, list)).toBe(answer)
  expect(await listTransactions('old', { direction: 'out' }, list)).toBe(answer)
  expect(list.mock.calls).toEqual([[{ direction: 'all', pageSize: 5 }], [{ pageSize: 5 }], [{}]])
})

test.each([{ direction: 'in' }, { direction: 'all', type: 'RECEIVE' }] as const)(
  'asked for what came in alone, %j, it has no answer, which is not the same as that nothing came in',
  async (input) => {
    await expect(listTransactions('none', input, older())).rejects.toMatchObject({ code: 'older_gateway' })
  },
)

test('one that refuses something else is believed', async () => {
  const list = gateway(() => unknown('externalId'))
  await expect(listTransactions('new', { direction: 'all' }, list)).rejects.toMatchObject({
    code: 'validation_error',
  })
  expect(list).toHaveBeenCalledTimes(1)
})
