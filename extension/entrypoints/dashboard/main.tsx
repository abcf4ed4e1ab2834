import { render } from 'preact'
import '#shared/ui/tokens.css'
import '#shared/ui/kit.css'
import '../../ui/wallet.css'
import { App } from '../../ui/app.tsx'
import { firstLook } from '../../ui/first-look.ts'

const root = document.getElementById('root')
const first = await firstLook()
if (root !== null) render(<App surface="tab" first={first} />, root)
