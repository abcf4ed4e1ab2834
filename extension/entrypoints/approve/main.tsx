import { render } from 'preact'
import '#shared/ui/tokens.css'
import '#shared/ui/kit.css'
import '../../ui/wallet.css'
import { Approve } from '../../screens/approve/screen.tsx'

const root = document.getElementById('root')
// Nobody can frame it, by its policy; whoever does all the same gets nothing to press.
if (root !== null && window.top === window) render(<Approve />, root)
