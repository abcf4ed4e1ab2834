import { mapped } from '#shared/ui/words/translated.ts'
import type { First } from '../catalogue.ts'
import { appWords, frameWords, newsWords } from './app.ts'
import { failureSentences, waitWords } from './common/failures.ts'
import { kitWords } from './common/kit.ts'
import {
  balanceCardWords,
  homeWords,
  peekWords,
  quickWords,
  receivedWords,
  transactionRowWords,
  tripleWords,
} from './home.ts'
import { noticeWords } from './notifications.ts'
import { unknownWords, unreadableWords } from './payments/unknown.ts'
import { verbWords } from './payments/verbs.ts'
import { problemWords } from './problems.ts'
import { lockWords } from './session/lock.ts'
import { spaced } from './spaced.ts'
import { firstWalletWords, walletsWords } from './wallets/wallets.ts'

export const first = mapped(
  {
    appWords,
    newsWords,
    frameWords,
    failureSentences,
    waitWords,
    kitWords,
    homeWords,
    quickWords,
    tripleWords,
    balanceCardWords,
    transactionRowWords,
    receivedWords,
    peekWords,
    noticeWords,
    unknownWords,
    unreadableWords,
    verbWords,
    problemWords,
    lockWords,
    firstWalletWords,
    walletsWords,
  } satisfies First,
  spaced,
)
