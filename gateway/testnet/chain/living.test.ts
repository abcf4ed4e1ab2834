import { expect, test } from 'vitest'
import { keepAlive } from './living.ts'
import type { Node } from './node.ts'
import { NodeGone } from './rpc.ts'

/** Anvils that live until they are told otherwise. */
function stage(boot: (number: number) => void = () => {}) {
  const nodes: (Node & { die(): void; alive: boolean })[] = []
  const said: string[] = []
  async function next(): Promise<Node> {
    boot(nodes.length)
    const gone = Promise.withResolvers<string>()
    const node = {
      alive: true,
      die: () => {
        node.alive = false
        gone.resolve('code 1')
      },
      next: 0,
      lastOutcome: [],
      state: { automine: true, pool: new Map(), height: 1, hash: '0x1', time: 1 } as Node['state'],
      anvil: {
        pid: nodes.length,
        place: { host: '127.0.0.1', port: 1 },
        gone: gone.promise,
        kill: async () => node.die(),
        rpc: {
          call: async () => {
            if (!node.alive) throw new NodeGone('test')
            return '0x1'
          },
        } as unknown as Node['anvil']['rpc'],
      },
    }
    nodes.push(node)
    return node
  }
  const living = keepAlive({ boot: next, log: (line) => said.push(line), changed: () => {} })
  return { living, nodes, said }
}

const identify = async ({ anvil }: Node) => {
  await anvil.rpc.call('eth_chainId')
  return anvil.pid
}

test('a question over which anvil dies is asked again of the next', async () => {
  const { living, nodes } = stage()
  const alive = await living
  expect(await alive.ask(identify)).toBe(0)
  nodes[0]?.die()
  expect(await alive.ask(identify)).toBe(1)
})

test('one that is silent but alive is replaced, once', async () => {
  const { living, nodes } = stage()
  const alive = await living
  if (nodes[0]) nodes[0].alive = false
  expect(await Promise.all([alive.ask(identify), alive.ask(identify)])).toEqual([1, 1])
  expect(nodes).toHaveLength(2)
})

test('a broken connection is no reason to replace anybody', async () => {
  const { living, nodes } = stage()
  const alive = await living
  let asked = 0
  const answer = await alive.ask(async ({ anvil }) => {
    asked += 1
    if (asked === 1) throw new NodeGone('reset')
    return anvil.pid
  })
  expect([answer, nodes.length]).toEqual([0, 1])
})

test('a question that kills every anvil is given up', async () => {
  const { living, nodes } = stage()
  const alive = await living
  const deadly = async () => {
    nodes.at(-1)?.die()
    throw new NodeGone('test')
  }
  await expect(alive.ask(deadly)).rejects.toThrow(NodeGone)
  expect(await alive.ask(identify)).toBe(3)
})

test('a start that fails is tried again, but not for ever', async () => {
  let failing = 0
  const { living, nodes, said } = stage((number) => {
    if (number === 0 || failing === 0) return
    failing -= 1
    throw new Error('no')
  })
  const alive = await living
  failing = 3
  nodes[0]?.die()
  await expect.poll(() => said.includes('anvil is back')).toBe(true)
  expect(await alive.ask(identify)).toBe(1)
  failing = 100
  nodes[1]?.die()
  expect((await alive.failed).message).toBe('no')
})

test('one that comes back with other blocks is reported', async () => {
  const { living, nodes, said } = stage()
  await living
  if (nodes[0]) nodes[0].state.hash = '0x2'
  nodes[0]?.die()
  await expect.poll(() => said.at(-1)).toBe('anvil is back with other blocks: 0x1 where 0x2 was')
})
