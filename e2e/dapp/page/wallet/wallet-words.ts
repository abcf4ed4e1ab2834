import { SottoError, sottoCodes } from '#extension/provider/connect.ts'

/** What a wallet's refusal means for a buyer, by its code. */
const sentences: Record<number, string> = {
  [sottoCodes.refused]: 'You said no in the wallet: nothing was shared, and nothing was paid.',
  [sottoCodes.notGranted]: 'The shop may not know an address any more. Ask again to share one.',
  [sottoCodes.away]: 'The wallet is away or locked. Unlock it and ask again.',
  [sottoCodes.alreadyAsked]: 'The wallet is asking you already. Look for its window.',
}

export function sentenceFor(error: unknown): string {
  if (!(error instanceof SottoError)) return 'Something in this page went wrong. Reload it and try again.'
  if (error.retryAfter !== undefined)
    return `The wallet takes no questions now. Ask again in ${error.retryAfter} seconds.`
  return sentences[error.code] ?? `The wallet says: ${error.message}`
}
