import { byId } from './dom.ts'
import { type Look, look, lookAtFile } from './look.ts'
import { show } from './show.ts'

/** Wires the page: drop, choose or paste a file; the answer appears below. */
const answer = byId('answer', HTMLElement)
const file = byId('file', HTMLInputElement)
const text = byId('text', HTMLTextAreaElement)
const print = byId('print', HTMLButtonElement)
let newest = 0

async function answerWith(work: Promise<Look>): Promise<void> {
  const mine = ++newest
  answer.setAttribute('aria-busy', 'true')
  // A folder that was dropped, or a file that has gone, cannot be read. What was shown before is no answer to it.
  const shown = show(await work.catch((): Look => ({ is: 'unreadable' })))
  // A file that was dropped later is answered instead.
  if (mine !== newest) return
  answer.replaceChildren(shown)
  answer.removeAttribute('aria-busy')
  print.hidden = false
  shown.querySelector('h2')?.focus({ preventScroll: true })
  shown.scrollIntoView({ block: 'nearest' })
}

function answerFirst(files: Iterable<File> | undefined): void {
  const [first] = files ?? []
  if (first !== undefined) void answerWith(lookAtFile(first))
}

file.addEventListener('change', () => {
  answerFirst(file.files ?? undefined)
  // So that the same file can be chosen again.
  file.value = ''
})
print.addEventListener('click', () => window.print())
byId('check', HTMLButtonElement).addEventListener('click', () => void answerWith(look(text.value)))

addEventListener('dragover', (event) => {
  event.preventDefault()
  document.body.classList.add('over')
})
addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) document.body.classList.remove('over')
})
addEventListener('drop', (event) => {
  event.preventDefault()
  document.body.classList.remove('over')
  answerFirst(event.dataTransfer?.files)
})
addEventListener('paste', (event) => {
  if (event.target === text) return
  const pasted = event.clipboardData
  if (pasted === null) return
  if (pasted.files.length > 0) answerFirst(pasted.files)
  else void answerWith(look(pasted.getData('text')))
})
