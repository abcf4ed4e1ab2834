import { render } from 'preact'
import '#shared/ui/tokens.css'
import '#shared/ui/kit.css'
import '../../ui/wallet.css'
import { App } from '../../ui/app.tsx'
import { firstLook } from '../../ui/first-look.ts'
import { lastRoute } from '../../ui/route.ts'

// A popup closes at any click outside it, and opens again where it was.
const [first, last] = await Promise.all([firstLook(), location.hash === '' ? lastRoute.get() : ''])
if (last !== '') history.replaceState(null, '', last)
addEventListener('hashchange', () => void lastRoute.set(location.hash))

const root = document.getElementById('root')
if (root !== null) render(<App surface="popup" first={first} />, root)
