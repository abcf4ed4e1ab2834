import { type ComponentChild, render } from 'preact'
import '#shared/ui/tokens.css'
import '#shared/ui/kit.css'
import './styles/shell/page.css'
import './styles/shell/frame.css'
import './styles/shell/nav.css'
import './styles/shell/gate.css'
import './styles/parts.css'
import './styles/rows.css'
import './styles/balance.css'
import { App } from './frame/app.tsx'
import { firstLook } from './routes/first-look.ts'
import { lastRoute } from './routes/route.ts'

// One script for all pages: of several the bundler makes chunks between them, and a popup waits longer for three files
// than for one. Nothing here is awaited at the top: what comes later imports from this script, and would wait for it.
const { surface } = document.documentElement.dataset
if (surface === 'approval') void startApproval()
else if (surface === 'popup' || surface === 'panel') void startBeside(surface)
else void startTab()

async function startBeside(surface: 'popup' | 'panel'): Promise<void> {
  const [first, last] = await Promise.all([firstLook(), location.hash === '' ? lastRoute.get() : ''])
  // A popup closes at any click outside it, and opens again where it was; a panel goes on where a popup was.
  if (last !== '') history.replaceState(null, '', last)
  addEventListener('hashchange', () => void lastRoute.set(location.hash))
  draw(<App surface={surface} first={first} />)
}

async function startTab(): Promise<void> {
  draw(<App surface="tab" first={await firstLook()} />)
}

async function startApproval(): Promise<void> {
  const { Approve } = await import('../screens/approve/screen.tsx')
  // Nobody can frame it, by its policy; anyone who does all the same gets nothing to press.
  if (window.top === window) draw(<Approve />)
}

function draw(page: ComponentChild): void {
  const root = document.getElementById('root')
  if (root !== null) render(page, root)
}
