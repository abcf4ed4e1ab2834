import { render } from 'preact'
import '#shared/ui/tokens.css'
import '#shared/ui/kit.css'
import '../../ui/wallet.css'
import { App } from '../../ui/app.tsx'

const root = document.getElementById('root')
if (root !== null) render(<App surface="tab" />, root)
