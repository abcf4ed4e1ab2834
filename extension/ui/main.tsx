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
import { restOfWords, speakAsChosen } from './language/speak.ts'
import { firstLook } from './routes/first-look.ts'
import { lastRoute } from './routes/route.ts'

// One script for all pages: of several the bundler makes chunks between them, and a popup waits longer for three files
// than for one. Nothing here is awaited at the top: what comes later imports from this script, and would wait for it.
const { surface } = document.documentElement.dataset
let shown: () => ComponentChild = () => null
const speaking = speakAsChosen(() => draw(shown))
if (surface === 'approval') void startApproval()
else if (surface === 'popup' || surface === 'panel') void startBeside(surface)
else void startTab()

async function startBeside(surface: 'popup' | 'panel'): Promise<void> {
  const [first, last] = await Promise.all([firstLook(), location.hash === '' ? lastRoute.get() : '', speaking])
  // A popup closes at any click outside it, and opens again where it was; a panel goes on where a popup was.
  if (last !== '') history.replaceState(null, '', last)
  addEventListener('hashchange', () => void lastRoute.set(location.hash))
  draw(() => <App surface={surface} first={first} />)
}

async function startTab(): Promise<void> {
  const [first] = await Promise.all([firstLook(), speaking])
  draw(() => <App surface="tab" first={first} />)
}

async function startApproval(): Promise<void> {
  const [{ Approve }] = await Promise.all([import('../screens/approve/screen.tsx'), restOfWords(), speaking])
  // Its policy forbids frames; a page that frames it all the same gets nothing to press.
  if (window.top === window) draw(() => <Approve />)
}

/** Drawn again, a page says everything anew and keeps all else: what is typed, what is open, where the focus is. */
function draw(page: () => ComponentChild): void {
  shown = page
  const root = document.getElementById('root')
  if (root !== null) render(page(), root)
}
