import { useEffect, useState } from 'preact/hooks'
import type { Order } from '../../order.ts'
import { readOrder } from './shop-calls.ts'

const KEPT = 'order'
const LOOK_MS = 1_000

/** The order of this tab, also after a reload. It is read again while something is under way. */
export function useOrder(): [Order | null, (order: Order | null) => void] {
  const [order, setOrder] = useState<Order | null>(null)

  const keep = (next: Order | null) => {
    if (next === null) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, next.id)
    setOrder(next)
  }

  useEffect(() => {
    const id = sessionStorage.getItem(KEPT)
    if (id !== null) void readOrder(id).then((answer) => keep(answer.is === 'order' ? answer.order : null))
  }, [])

  const isUnderWay = order?.payment.state === 'waiting' || order?.refund?.state === 'paying'
  const moving = order !== null && isUnderWay ? order.id : null
  useEffect(() => {
    if (moving === null) return
    const timer = setInterval(() => {
      void readOrder(moving).then((answer) => answer.is === 'order' && setOrder(answer.order))
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [moving])

  return [order, keep]
}
