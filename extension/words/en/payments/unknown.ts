import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'

const counted = countedIn('en')
/** Of payments that nobody here can say the outcome of, before what knows of them is forgotten. */
export const unknownWords = words('unknownWords', {
  title: (count: number) =>
    counted(count, 'The outcome of a payment is not known', 'The outcome of # payments is not known'),
  about:
    'The gateway may have taken what stands here. Once it is forgotten, nothing here looks after it: look at your ' +
    'activity at the gateway before you pay again.',
  unnamed: 'A payment',
  more: (count: number) => counted(count, 'and # more', 'and # more'),
})

/** Of payments that are stored and cannot be read. */
export const unreadableWords = words('unreadableWords', {
  title: 'Payments of this browser cannot be read',
  about:
    'What is stored of them is damaged, or from a newer Sotto. The outcome of some may not be known: look at your ' +
    'activity at the gateway before you pay again.',
})
