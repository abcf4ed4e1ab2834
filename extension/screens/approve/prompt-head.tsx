import { approveWords } from '../../words/en/sites/approve.ts'

/** What is asked, and which of how many questions it is. `id` begins the ID by which others name it. */
export function PromptHead({ id, question, of }: { id: string; question: string; of: number }) {
  return (
    <header class="approve-head">
      <h1 id={`${id}-title`}>{question}</h1>
      {of > 1 && <p class="approve-count">{approveWords.count(of)}</p>}
    </header>
  )
}
