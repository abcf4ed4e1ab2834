import { render } from 'preact'

const root = document.getElementById('root')
if (root !== null) render(<h1>Sotto</h1>, root)
