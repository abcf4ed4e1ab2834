import { useEffect, useState } from 'preact/hooks'
import { type AddressCard, connectSotto, type Sotto, SottoUnavailable } from '#extension/provider/connect.ts'

export type Wallet =
  | { is: 'looking' }
  /** Not installed, or not enabled here; `todo` says what a person can do about it. */
  | { is: 'absent'; todo: readonly string[]; lookAgain: () => void }
  /** `card`: what this site may know already, without asking. */
  | { is: 'here'; sotto: Sotto; card: AddressCard | null }

type Seen = { sotto: Sotto | null; is: Wallet['is']; card: AddressCard | null }

/** The wallet as this page sees it: looked for at first, and noticed whenever it comes or goes. */
export function useWallet(): Wallet {
  const [seen, setSeen] = useState<Seen>({ sotto: null, is: 'looking', card: null })
  const [turn, setTurn] = useState(0)
  const change = (part: Partial<Seen>) => setSeen((before) => ({ ...before, ...part }))
  const lookAgain = () => setTurn((before) => before + 1)

  useEffect(() => {
    let wanted = true
    connectSotto().then(
      (sotto) => wanted && change({ sotto, is: 'here' }),
      () => wanted && change({ is: 'absent' }),
    )
    return () => {
      wanted = false
    }
  }, [turn])

  // Enabled while the page is open, the wallet announces itself: nobody has to reload.
  const unknown = seen.sotto === null && seen.is === 'absent'
  useEffect(() => {
    if (!unknown) return
    addEventListener('sotto:announceProvider', lookAgain, { once: true })
    return () => removeEventListener('sotto:announceProvider', lookAgain)
  }, [unknown])

  const { sotto } = seen
  useEffect(() => {
    if (sotto === null) return
    // Asks nobody: where no card was granted before, there is simply none.
    const look = () =>
      void sotto.getAddressCard().then(
        (card) => change({ card }),
        () => change({ card: null }),
      )
    const came = () => {
      change({ is: 'here' })
      look()
    }
    const left = () => change({ is: 'absent', card: null })
    look()
    sotto.on('permissionsChanged', look)
    sotto.on('connect', came)
    sotto.on('disconnect', left)
    return () => {
      sotto.off('permissionsChanged', look)
      sotto.off('connect', came)
      sotto.off('disconnect', left)
    }
  }, [sotto])

  if (seen.is === 'looking') return { is: 'looking' }
  if (seen.is === 'here' && sotto !== null) return { is: 'here', sotto, card: seen.card }
  return { is: 'absent', todo: new SottoUnavailable().todo, lookAgain }
}
