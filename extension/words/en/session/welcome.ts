import { countedIn } from '#shared/ui/words/counted.ts'
import { words } from '#shared/ui/words/spoken.ts'
import type { Step as WelcomeStep } from '../../../screens/welcome/model.ts'

const counted = countedIn('en')

export const newPasswordWords = words('newPasswordWords', {
  hint: (least: number) => `At least ${least} characters. Three or four words nobody would guess are good.`,
  again: 'Repeat',
  differs: 'must be the same as the password above',
  weak: 'is easy to guess: take three or four words that have nothing to do with each other',
})

export const welcomeWords = words('welcomeWords', {
  progress: 'Progress of the set-up',
  stepDone: '(done)',
  steps: { password: 'Password', gateway: 'Gateway', key: 'Sign in', done: 'Ready' } satisfies Record<
    WelcomeStep,
    string
  >,
  titles: {
    password: 'Choose a wallet password',
    gateway: 'Where is your gateway?',
    key: 'Connect your account',
    done: 'You are connected',
  } satisfies Record<WelcomeStep, string>,
  intro: {
    what: 'Sotto sends and receives money without showing everybody how much.',
    who: 'The money is kept by a gateway, which you or somebody you trust runs; this browser only holds a key to talk to it.',
    you: 'You',
    gateway: 'Your gateway',
    chain: 'The chain',
    hidden: 'sees who pays whom, not how much',
  },
  abouts: {
    password:
      'It unlocks Sotto in this browser and never leaves it. Nobody can reset it for you. It is not the password of your account at the gateway: that one comes later.',
    gateway: 'Sotto talks to the gateway that you or somebody you trust runs, and to nobody else.',
    key: 'Sign in with the e-mail and the password of your account there, not with the wallet password. Sotto then makes a key of its own, which you can revoke at any time.',
    done: 'This browser now has a key of its own. Your password for the gateway was not kept.',
  } satisfies Record<WelcomeStep, string>,
  password: 'Wallet password',
  next: 'Continue',
  noWallet: 'Your account has no wallet yet. Create the first one to receive and send money.',
  wallets: (count: number) => counted(count, 'Your account has one wallet.', 'Your account has # wallets.'),
  open: 'Open Sotto',
  pin: 'Keep Sotto in sight: press the jigsaw piece in the toolbar of your browser, then the pin beside Sotto.',
})
