import { useState } from 'preact/hooks'
import { type Order, type Piece, pieces, TOKEN } from '../../order.ts'
import { Picture } from './pictures.tsx'
import { placeOrder } from './shop-calls.ts'

export function Storefront({ onOrder }: { onOrder: (order: Order) => void }) {
  const [basket, setBasket] = useState<string[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  async function buy() {
    const answer = await placeOrder(basket)
    if (answer.is === 'order') onOrder(answer.order)
    else setProblem(answer.failure.message)
  }

  return (
    <>
      <section class="hero">
        <h1>Stoneware, made slowly.</h1>
        <p>Thrown, fired and packed by two people. If a piece breaks on its way, we pay you back the same minute.</p>
      </section>
      <ul class="pieces">
        {pieces.map((piece) => (
          <PieceCard
            key={piece.id}
            piece={piece}
            count={basket.filter((id) => id === piece.id).length}
            onAdd={() => setBasket([...basket, piece.id])}
          />
        ))}
      </ul>
      <section class="basket" aria-label="Basket">
        <p role="status">{basketWords(basket.length)}</p>
        <button type="button" class="primary" disabled={basket.length === 0} onClick={() => void buy()}>
          Place the order
        </button>
      </section>
      {problem && (
        <p class="trouble" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function basketWords(count: number): string {
  return count === 0
    ? 'Your basket is empty.'
    : count === 1
      ? 'One piece in your basket.'
      : `${count} pieces in your basket.`
}

function PieceCard({ piece, count, onAdd }: { piece: Piece; count: number; onAdd: () => void }) {
  return (
    <li class="piece">
      <Picture of={piece.id} />
      <h2>{piece.name}</h2>
      <p>{piece.about}</p>
      <p class="price">
        {piece.price} <small>{TOKEN}</small>
      </p>
      <button type="button" onClick={onAdd}>
        Add {piece.name.toLowerCase()}
        {count > 0 && ` (${count})`}
      </button>
    </li>
  )
}
